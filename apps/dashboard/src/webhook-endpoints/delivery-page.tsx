'use client';

import { Timestamp, ToneIcon } from '@parley/ui/components';
import { getDeliveryStatusLabel } from '@parley/ui/webhook-status';
import Link from 'next/link';
import { CopyId } from '#components/copy-id.tsx';
import details from '#details/detail-page.module.css';
import {
  Actions,
  Columns,
  Fact,
  Facts,
  Headline,
  RawText,
  Section,
} from '#details/detail-page.tsx';
import { ActionForm } from '#forms/action-form.tsx';
import { sessionHref } from '#sessions/search-params.ts';
import { useMode, usePermission } from '#shell/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import styles from './endpoint-page.module.css';
import type { DeliveryAttempt, DeliveryDetail, Endpoint, Event } from './endpoint-types.ts';
import { formatDuration, formatResponse } from './format-response.ts';
import { deliveryPageInputs, endpointHref, endpointsHref } from './search-params.ts';
import { shortUrl } from './short-url.ts';

const REFRESH_MS = 3_000;

interface DeliveryPageProps {
  readonly endpointId: string;
  readonly eventId: string;
}

/** Everything about the delivery of one event to one endpoint. */
export function DeliveryPage({ endpointId, eventId }: DeliveryPageProps) {
  const inputs = deliveryPageInputs(endpointId, eventId);
  const [{ delivery }] = trpc.deliveries.get.useSuspenseQuery(inputs.delivery, {
    refetchInterval: ({ state: { data } }) =>
      data?.delivery.status === 'waiting' ? REFRESH_MS : false,
  });
  const [{ webhook_endpoint: endpoint }] = trpc.webhookEndpoints.get.useSuspenseQuery(
    inputs.endpoint,
  );
  const [{ event }] = trpc.events.get.useSuspenseQuery(inputs.event, { staleTime: Infinity });
  return (
    <>
      <DeliveryHeadline delivery={delivery} endpoint={endpoint} />
      <Columns
        main={
          <>
            <Attempts attempts={delivery.history} />
            <Section title="Event">
              <RawText label="The event as JSON" text={JSON.stringify(event, null, 2)} />
            </Section>
          </>
        }
        side={<DeliveryFacts delivery={delivery} event={event} />}
      />
    </>
  );
}

interface DeliveryHeadlineProps {
  readonly delivery: DeliveryDetail;
  readonly endpoint: Endpoint;
}

/** The status of a delivery, and what can be done. */
function DeliveryHeadline({ delivery, endpoint }: DeliveryHeadlineProps) {
  const mode = useMode();
  const canIntegrate = usePermission('integrate');
  const { event_id: eventId, next_attempt_at: next, finished_at: finished } = delivery;
  const active = endpoint.status === 'active';
  const status = getDeliveryStatusLabel(delivery, active);
  return (
    <Headline
      breadcrumb={[
        { label: 'Webhooks', href: endpointsHref(mode) },
        { label: shortUrl(endpoint.url), href: endpointHref(mode, endpoint.id) },
      ]}
      id={eventId}
      idLabel="event id"
      status={status}
      title={delivery.event_type}
    >
      <p>
        {status.explanation}{' '}
        {next && active && delivery.attempts > 0 && (
          <>
            Next attempt <Timestamp at={next} />.
          </>
        )}
        {finished && (
          <>
            It ended <Timestamp at={finished} />, after{' '}
            {delivery.attempts === 1 ? 'one attempt' : `${delivery.attempts} attempts`}.
          </>
        )}
      </p>
      {!active && finished && (
        <p className="muted">
          It cannot be resent because the endpoint is {endpoint.status}.
          {endpoint.status === 'inactive' && ' Activate the endpoint first.'}
        </p>
      )}
      {active && canIntegrate && (
        <Actions>
          <ResendDelivery delivery={delivery} />
        </Actions>
      )}
    </Headline>
  );
}

function ResendDelivery({ delivery }: { readonly delivery: DeliveryDetail }) {
  const { mutateAsync } = trpc.deliveries.resend.useMutation();
  const { webhook_endpoint_id, event_id, status } = delivery;

  async function resend() {
    await mutateAsync({ webhook_endpoint_id, event_id });
    return { message: 'The event was queued again.' };
  }

  return (
    <ActionForm
      action={resend}
      kind="primary"
      submit={status === 'waiting' ? 'Send now' : 'Resend'}
    />
  );
}

/** The requests of a delivery, newest first. */
function Attempts({ attempts }: { readonly attempts: readonly DeliveryAttempt[] }) {
  return (
    <Section title="Attempts">
      {attempts.length === 0 && <p className="muted">None yet. The event is sent in a moment.</p>}
      <ol className={details.attempts} reversed>
        {attempts.toReversed().map((attempt) => (
          <AttemptItem attempt={attempt} key={attempt.number} />
        ))}
      </ol>
    </Section>
  );
}

function AttemptItem({ attempt }: { readonly attempt: DeliveryAttempt }) {
  const { http_status: status, failure, number } = attempt;
  const succeeded = failure === null && status !== null && status >= 200 && status < 300;
  return (
    <li className={`card ${details.attempt}`}>
      <p className={styles.attemptHead}>
        <ToneIcon tone={succeeded ? 'success' : 'critical'} />
        <strong>{formatResponse(attempt)}</strong>
        <span className="muted">
          Attempt {number}, <Timestamp at={attempt.at} form="clock" />,{' '}
          {formatDuration(attempt.duration_ms)}
        </span>
      </p>
      {attempt.response_body !== '' && (
        <RawText label={`Response to attempt ${number}`} text={attempt.response_body} />
      )}
    </li>
  );
}

interface DeliveryFactsProps {
  readonly delivery: DeliveryDetail;
  readonly event: Event;
}

/** The details of a delivery and its event. */
function DeliveryFacts({ delivery, event }: DeliveryFactsProps) {
  const mode = useMode();
  const sessionId = findSessionId(event);
  return (
    <Facts>
      <Fact name="Event">
        <CopyId id={delivery.event_id} label="event id" />
      </Fact>
      <Fact name="Test event">{event.test && 'Yes, sent on request'}</Fact>
      <Fact name="Sequence">{event.sequence > 0 && event.sequence}</Fact>
      <Fact name="Schema version">
        <code>{event.schema_version}</code>
      </Fact>
      <Fact name="Session">
        {sessionId && <Link href={sessionHref(mode, sessionId)}>View session</Link>}
      </Fact>
      <Fact name="Happened">
        <Timestamp at={event.created_at} />
      </Fact>
      <Fact name="Queued">
        <Timestamp at={delivery.created_at} />
      </Fact>
      <Fact name="Ended">{delivery.finished_at && <Timestamp at={delivery.finished_at} />}</Fact>
    </Facts>
  );
}

/** The id of the session that an event belongs to; null for a sample. Its property depends on the type of the object. */
function findSessionId({ data: { object }, test }: Event): string | null {
  if (test) return null;
  const { id, proxy_session_id, original_proxy_session_id } = object as Record<string, unknown>;
  const ids = [proxy_session_id, original_proxy_session_id, id];
  const found = ids.find((value) => typeof value === 'string' && value.startsWith('psess_'));
  return typeof found === 'string' ? found : null;
}
