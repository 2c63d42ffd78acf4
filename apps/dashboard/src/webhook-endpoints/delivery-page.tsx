'use client';

import { Timestamp, ToneIcon } from '@parley/ui/components';
import { useFormatter, useTranslations } from 'next-intl';
import { sessionHref } from '#addresses/sessions.ts';
import {
  createDeliveryPageInputs,
  endpointHref,
  endpointsHref,
} from '#addresses/webhook-endpoints.ts';
import { Link } from '#components/link.tsx';
import details from '#details/detail-page.module.css';
import {
  Actions,
  Columns,
  Fact,
  Facts,
  Headline,
  IdFact,
  RawText,
  Section,
  TimeFact,
} from '#details/detail-page.tsx';
import { WebhookHelpLink } from '#details/help-link.tsx';
import { formatDuration, formatResponse } from '#format/format-response.ts';
import { shortenUrl } from '#format/shorten-url.ts';
import { ActionForm } from '#forms/action-form.tsx';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { usePermission } from '#person/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import styles from './endpoint-page.module.css';
import type { DeliveryAttempt, DeliveryDetail, Endpoint, Event } from './endpoint-types.ts';
import { formatRequest } from './format-request.ts';

const REFRESH_MS = 3_000;

interface DeliveryPageProps {
  readonly endpointId: string;
  readonly eventId: string;
}

/** Everything about the delivery of one event to one endpoint. */
export function DeliveryPage({ endpointId, eventId }: DeliveryPageProps) {
  const t = useTranslations('deliveries');
  const inputs = createDeliveryPageInputs(endpointId, eventId);
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
            <Section title={t('request.title')}>
              <p className="muted">{t('request.note')}</p>
              <RawText label={t('request.title')} text={formatRequest(t, endpoint.url, event)} />
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
  const t = useTranslations('deliveries');
  const labels = useStatusLabels();
  const canResend = usePermission('fulfill');
  const { event_id: eventId, next_attempt_at: next, finished_at: finished } = delivery;
  const active = endpoint.status === 'active';
  const status = labels.delivery(delivery, active);
  return (
    <Headline
      breadcrumb={[
        { label: t('headline.webhooks'), href: endpointsHref() },
        { label: shortenUrl(endpoint.url), href: endpointHref(endpoint.id) },
      ]}
      id={eventId}
      idLabel={t('headline.eventId')}
      status={status}
      title={delivery.event_type}
    >
      <p>
        {status.explanation}{' '}
        {next &&
          active &&
          delivery.attempts > 0 &&
          t.rich('headline.next', { at: () => <Timestamp at={next} /> })}
        {finished &&
          t.rich('headline.ended', {
            at: () => <Timestamp at={finished} />,
            attempts: delivery.attempts,
          })}{' '}
        {delivery.history.some((attempt) => !hasSucceeded(attempt)) && <WebhookHelpLink />}
      </p>
      {!active && finished && (
        <p className="muted">
          {t(`notResendable.${endpoint.status === 'inactive' ? 'inactive' : 'archived'}`)}
        </p>
      )}
      {active && canResend && (
        <Actions>
          <ResendDelivery delivery={delivery} />
        </Actions>
      )}
    </Headline>
  );
}

function ResendDelivery({ delivery }: { readonly delivery: DeliveryDetail }) {
  const t = useTranslations('deliveries');
  const { mutateAsync } = trpc.deliveries.resend.useMutation();
  const { webhook_endpoint_id, event_id, status } = delivery;

  return (
    <ActionForm
      mutate={() => mutateAsync({ webhook_endpoint_id, event_id })}
      done={t('headline.resent')}
      kind="primary"
      submit={t(status === 'waiting' ? 'headline.sendNow' : 'headline.resend')}
    />
  );
}

/** The requests of a delivery, newest first. */
function Attempts({ attempts }: { readonly attempts: readonly DeliveryAttempt[] }) {
  const t = useTranslations('deliveries');
  return (
    <Section title={t('attempts.title')}>
      {attempts.length === 0 && <p className="muted">{t('attempts.none')}</p>}
      <ol className={details.attempts} reversed>
        {attempts.toReversed().map((attempt) => (
          <AttemptItem attempt={attempt} key={attempt.number} />
        ))}
      </ol>
    </Section>
  );
}

/** Whether the receiver accepted a request. */
const hasSucceeded = ({ http_status: status, failure }: DeliveryAttempt): boolean =>
  failure === null && status !== null && status >= 200 && status < 300;

function AttemptItem({ attempt }: { readonly attempt: DeliveryAttempt }) {
  const t = useTranslations('deliveries');
  const format = useFormatter();
  const { number } = attempt;
  return (
    <li className={`card ${details.attempt}`}>
      <p className={styles.attemptHead}>
        <ToneIcon tone={hasSucceeded(attempt) ? 'success' : 'critical'} />
        <strong>{formatResponse(t, attempt)}</strong>
        <span className="muted">
          {t.rich('attempts.facts', {
            number,
            at: () => <Timestamp at={attempt.at} form="clock" />,
            duration: formatDuration(format, attempt.duration_ms),
          })}
        </span>
      </p>
      {attempt.response_body !== '' && (
        <RawText label={t('attempts.response', { number })} text={attempt.response_body} />
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
  const t = useTranslations('deliveries');
  const sessionId = findSessionId(event);
  return (
    <Facts>
      <IdFact id={delivery.event_id} label={t('headline.eventId')} name={t('fact.event')} />
      <Fact name={t('fact.testEvent')}>{event.test && t('fact.onRequest')}</Fact>
      <Fact name={t('fact.sequence')}>{event.sequence > 0 && event.sequence}</Fact>
      <Fact name={t('fact.schemaVersion')}>
        <code>{event.schema_version}</code>
      </Fact>
      <Fact name={t('fact.session')}>
        {sessionId && <Link href={sessionHref(sessionId)}>{t('fact.viewSession')}</Link>}
      </Fact>
      <TimeFact at={event.created_at} name={t('fact.happened')} />
      <TimeFact at={delivery.created_at} name={t('fact.queued')} />
      <TimeFact at={delivery.finished_at} name={t('fact.ended')} />
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
