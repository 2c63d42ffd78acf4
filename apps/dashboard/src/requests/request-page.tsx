'use client';

import { Timestamp } from '@parley/ui/components';
import Link from 'next/link';
import { CopyId } from '#components/copy-id.tsx';
import {
  Columns,
  Fact,
  Facts,
  Headline,
  RawText,
  Section,
  useTitle,
} from '#details/detail-page.tsx';
import { sessionHref } from '#sessions/search-params.ts';
import { useMode } from '#shell/person-context.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import { CopyCurl } from './copy-curl.tsx';
import { requestStatusLabel } from './request-status.ts';
import { requestsHref } from './search-params.ts';
import { shortPath } from './short-path.ts';

type ApiRequest = Outputs['apiRequests']['get']['request'];

interface RequestPageProps {
  readonly id: string;
  /** The origin of the API. */
  readonly apiUrl: string;
}

/** A logged request with its redacted bodies. */
export function RequestPage({ id, apiUrl }: RequestPageProps) {
  const mode = useMode();
  const [{ request }] = trpc.apiRequests.get.useSuspenseQuery({ request_id: id });
  const title = `${request.method} ${shortPath(request.path)}`;
  const status = requestStatusLabel(request.status);
  useTitle(title);
  return (
    <>
      <Headline
        breadcrumb={[{ label: 'API requests', href: requestsHref(mode) }]}
        id={request.id}
        idLabel="request id"
        status={status}
        title={title}
      >
        <p>
          {status.explanation} {request.error_code && <code>{request.error_code}</code>}
        </p>
      </Headline>
      <Columns
        main={
          <>
            <Body json={request.query} title="Query" />
            <Body json={request.request_body} title="Request body" />
            <Body json={request.response_body} title="Response body" />
            {request.response_body === null && (
              <p className="muted">
                No response body is stored. Parley stores none for a successful read, and deletes
                bodies when the data of a buyer is erased.
              </p>
            )}
          </>
        }
        side={<RequestFacts apiUrl={apiUrl} request={request} />}
      />
    </>
  );
}

function Body({ title, json }: { readonly title: string; readonly json: unknown }) {
  if (json === null || json === undefined) return null;
  return (
    <Section title={title}>
      <RawText label={title} text={JSON.stringify(json, null, 2)} />
    </Section>
  );
}

interface RequestFactsProps extends Pick<RequestPageProps, 'apiUrl'> {
  readonly request: ApiRequest;
}

function RequestFacts({ request, apiUrl }: RequestFactsProps) {
  const mode = useMode();
  const { idempotency_key: key, proxy_session_id: session } = request;
  return (
    <Facts>
      <Fact name="Path">
        <code>{request.path}</code>
      </Fact>
      <Fact name="Time">
        <Timestamp at={request.created_at} />
      </Fact>
      <Fact name="Duration">{request.duration_ms} ms</Fact>
      <Fact name="Session">
        {session && <Link href={sessionHref(mode, session)}>{session}</Link>}
      </Fact>
      <Fact name="API key">
        <CopyId id={request.api_key.id} label="API key id" />
      </Fact>
      <Fact name="Repeat">
        <CopyCurl
          apiUrl={apiUrl}
          request={{
            method: request.method,
            path: request.path,
            query: request.query,
            body: request.request_body,
            keyKind: request.api_key.kind,
          }}
        />
      </Fact>
      <Fact name="Client">{request.network}</Fact>
      {key && <IdempotencyFacts idempotencyKey={key} request={request} />}
    </Facts>
  );
}

interface IdempotencyProps {
  readonly idempotencyKey: string;
  readonly request: ApiRequest;
}

/** What happens when the request is repeated with its idempotency key. */
function IdempotencyFacts({ idempotencyKey, request }: IdempotencyProps) {
  const mode = useMode();
  const [{ data }] = trpc.apiRequests.findIdempotencyKey.useSuspenseQuery({
    idempotency_key: idempotencyKey,
  });
  const outcome = data.find(
    ({ method, path }) => method === request.method && `/v1${path}` === request.path,
  );
  return (
    <>
      <Fact name="Idempotency key">
        <Link href={requestsHref(mode, { search: idempotencyKey })}>{idempotencyKey}</Link>
      </Fact>
      <Fact name="A repeated request">
        {outcome?.expires_at ? (
          <>
            gets the stored response ({outcome.status}) until{' '}
            <Timestamp at={outcome.expires_at} form="clock" />
          </>
        ) : (
          'is executed: no response is stored'
        )}
      </Fact>
      <Fact name="Replayed">
        {request.replayed && 'This response is that of an earlier request.'}
      </Fact>
    </>
  );
}
