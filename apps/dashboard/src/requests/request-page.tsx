'use client';

import { Timestamp } from '@parley/ui/components';
import { useFormatter, useTranslations } from 'next-intl';
import { requestsHref } from '#addresses/requests.ts';
import { sessionHref } from '#addresses/sessions.ts';
import { CopyId } from '#components/copy-id.tsx';
import { Link } from '#components/link.tsx';
import { CopyCurl } from '#details/copy-curl.tsx';
import {
  Columns,
  Fact,
  Facts,
  Headline,
  RawText,
  Section,
  TimeFact,
} from '#details/detail-page.tsx';
import { HelpLink } from '#details/help-link.tsx';
import { formatDuration } from '#format/format-response.ts';
import { type Outputs, trpc } from '#trpc/client.ts';
import { formatRequestTitle } from './format-request-title.ts';
import { getRequestStatusLabel } from './request-status.ts';

type ApiRequest = Outputs['apiRequests']['get']['request'];

interface RequestPageProps {
  readonly id: string;
  /** The origin of the API. */
  readonly apiUrl: string;
}

/** A logged request with its redacted bodies. */
export function RequestPage({ id, apiUrl }: RequestPageProps) {
  const t = useTranslations('requests');
  const [{ request }] = trpc.apiRequests.get.useSuspenseQuery({ request_id: id });
  const status = getRequestStatusLabel(t, request.status);
  return (
    <>
      <Headline
        breadcrumb={[{ label: t('list.title'), href: requestsHref() }]}
        id={request.id}
        idLabel={t('page.id')}
        status={status}
        title={formatRequestTitle(request)}
      >
        <p>
          {status.explanation}{' '}
          {request.error_code && (
            <>
              <code>{request.error_code}</code> <HelpLink code={request.error_code} />
            </>
          )}
        </p>
      </Headline>
      <Columns
        main={
          <>
            <Body json={request.query} title={t('page.query')} />
            <Body json={request.request_body} title={t('page.requestBody')} />
            <Body json={request.response_body} title={t('page.responseBody')} />
            {request.response_body === null && <p className="muted">{t('page.noResponseBody')}</p>}
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
  const t = useTranslations('requests');
  const format = useFormatter();
  const { idempotency_key: key, proxy_session_id: session } = request;
  return (
    <Facts>
      <Fact name={t('fact.path')}>
        <code>{request.path}</code>
      </Fact>
      <TimeFact at={request.created_at} name={t('fact.time')} />
      <Fact name={t('fact.duration')}>{formatDuration(format, request.duration_ms)}</Fact>
      <Fact name={t('fact.session')}>
        {session && <Link href={sessionHref(session)}>{session}</Link>}
      </Fact>
      <Fact name={t('fact.apiKey')}>
        {request.api_key.name} <CopyId id={request.api_key.id} label={t('fact.apiKeyId')} />{' '}
        <Link className="min-target" href={requestsHref({ search: request.api_key.id })}>
          {t('fact.requestsOfKey')}
        </Link>
      </Fact>
      <Fact name={t('fact.repeat')}>
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
      <Fact name={t('fact.client')}>{request.network}</Fact>
      {key && <IdempotencyFacts idempotencyKey={key} request={request} />}
    </Facts>
  );
}

interface IdempotencyProps {
  readonly idempotencyKey: string;
  readonly request: ApiRequest;
}

/**
 * What happens when the request is repeated with its idempotency key. Outcomes have the paths of REST, which the
 * log does not have for a request over RPC: those of its key are in the list.
 */
function IdempotencyFacts({ idempotencyKey, request }: IdempotencyProps) {
  const t = useTranslations('requests');
  const [{ data }] = trpc.apiRequests.findIdempotencyKey.useSuspenseQuery({
    idempotency_key: idempotencyKey,
  });
  const outcome = data.find(
    ({ method, path }) => method === request.method && `/v1${path}` === request.path,
  );
  const expiresAt = outcome?.expires_at;
  return (
    <>
      <Fact name={t('fact.idempotencyKey')}>
        <Link href={requestsHref({ search: idempotencyKey })}>{idempotencyKey}</Link>
      </Fact>
      <Fact name={t('fact.repeated')}>
        {expiresAt
          ? t.rich('fact.getsStored', {
              status: String(outcome.status),
              at: () => <Timestamp at={expiresAt} form="clock" />,
            })
          : request.path.startsWith('/v1/') && t('fact.isExecuted')}
      </Fact>
      <Fact name={t('fact.replayed')}>{request.replayed && t('fact.isReplayed')}</Fact>
    </>
  );
}
