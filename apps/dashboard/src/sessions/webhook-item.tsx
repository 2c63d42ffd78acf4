import { StatusBadge, Timestamp, ToneIcon } from '@parley/ui/components';
import type { Tone } from '@parley/ui/status';
import { useTranslations } from 'next-intl';
import { Fragment } from 'react';
import { eventHref } from '#addresses/events.ts';
import { deliveryHref } from '#addresses/webhook-endpoints.ts';
import { CopyId } from '#components/copy-id.tsx';
import { Link } from '#components/link.tsx';
import { formatResponse } from '#format/format-response.ts';
import { shortenUrl } from '#format/shorten-url.ts';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { getDeliveryCondition, getDeliveryTone } from '#messages/status-labels.ts';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { usePermission } from '#person/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import { LoadedPayload, WithPayload } from './payload.tsx';
import styles from './timeline.module.css';
import type { Delivery, SessionEvent } from './timeline-items.ts';

/** The number of failing endpoints that the summary of an event names per condition. */
const MAX_NAMED = 3;

interface WebhookItemProps {
  readonly event: SessionEvent;
}

/** An event, and how its deliveries went: one line, which several deliveries are below. */
export function WebhookItem({ event }: WebhookItemProps) {
  const t = useTranslations('sessionTimeline');
  const { id, type, deliveries, delivery_counts: counts } = event;
  const [delivery] = deliveries;
  const name = (
    <>
      <span className="muted">{t('webhook')} · </span>
      <code>{type}</code>{' '}
    </>
  );
  const eventId = (
    <span className={styles.note}>
      <CopyId id={id} label={t('eventId')} />
    </span>
  );
  const payload = <EventPayload event={event} />;
  if (counts.total < 2) {
    return (
      <WithPayload
        line={
          <>
            {name}
            {delivery ? (
              <DeliveryFacts delivery={delivery} event={event} />
            ) : (
              <span className={styles.note}>{t('noDelivery')}</span>
            )}{' '}
            {eventId}
          </>
        }
        payload={payload}
      />
    );
  }
  return (
    <details>
      <summary>
        {name}
        <DeliveryCounts event={event} />
      </summary>
      <ul className={styles.deliveries}>
        {deliveries.map((listed) => (
          <li key={listed.webhook_endpoint_id}>
            <ToneIcon tone={getDeliveryTone(listed, listed.active)} />
            <span>
              <DeliveryFacts delivery={listed} event={event} />
            </span>
          </li>
        ))}
      </ul>
      {counts.total > deliveries.length && (
        <p>
          <Link href={eventHref(id)}>{t('allDeliveries', { count: counts.total })}</Link>
        </p>
      )}
      <WithPayload line={eventId} payload={payload} />
    </details>
  );
}

/** How many endpoints have an event, and which ones do not accept it. */
function DeliveryCounts({ event }: WebhookItemProps) {
  const t = useTranslations('sessionTimeline');
  const labels = useStatusLabels();
  const { deliveries, delivery_counts: counts } = event;
  return (
    <>
      <span className={styles.note}>
        {t('deliveries', { ...counts, missing: counts.total - counts.succeeded })}
      </span>
      {(['failed', 'retrying'] as const).map((condition) => {
        const named = deliveries
          .filter((delivery) => getDeliveryCondition(delivery, delivery.active) === condition)
          .slice(0, MAX_NAMED);
        const [first] = named;
        const count = counts[condition];
        const endpoints = named.map(({ url }) => shortenUrl(url)).join(', ');
        const label = t(`failing.${condition}`, { count, endpoints, more: count - named.length });
        return (
          first && (
            <Fragment key={condition}>
              {' '}
              <StatusBadge status={{ ...labels.delivery(first, first.active), label }} />
            </Fragment>
          )
        );
      })}
    </>
  );
}

/** How a delivery went, with a link to it, and the action that sends it again. */
function DeliveryFacts({ delivery, event }: ResendEventProps) {
  const canResend = usePermission('fulfill');
  const t = useTranslations('sessionTimeline');
  const deliveries = useTranslations('deliveries');
  const labels = useStatusLabels();
  const { webhook_endpoint_id: endpointId, active, attempts, attempted_at: at } = delivery;
  const status = labels.delivery(delivery, active).label;
  return (
    <>
      <span className={styles.note}>
        {t('delivery', { attempts, status, response: formatResponse(deliveries, delivery) })} ·{' '}
        <Link href={deliveryHref(endpointId, event.id)}>{shortenUrl(delivery.url)}</Link>
        {at && (
          <>
            {' '}
            · <Timestamp at={at} form="clock" />
          </>
        )}
      </span>
      {active && canResend && (
        <>
          {' '}
          <ResendEvent delivery={delivery} event={event} />
        </>
      )}
    </>
  );
}

interface ResendEventProps extends WebhookItemProps {
  readonly delivery: Delivery;
}

/** Sends an event to one endpoint again, after a confirmation. */
function ResendEvent({ event, delivery }: ResendEventProps) {
  const t = useTranslations('sessionTimeline.resend');
  const { mutateAsync } = trpc.deliveries.resend.useMutation();
  const { webhook_endpoint_id, url } = delivery;

  return (
    <ConfirmDialog
      mutate={() => mutateAsync({ webhook_endpoint_id, event_id: event.id })}
      done={t('done')}
      kind="primary"
      submit={t('submit')}
      title={t('title', { type: event.type })}
      trigger={t('trigger')}
      triggerKind="link"
    >
      <p>{t('text', { host: shortenUrl(url) })}</p>
    </ConfirmDialog>
  );
}

function EventPayload({ event: { id, type } }: WebhookItemProps) {
  const t = useTranslations('sessionTimeline');
  const query = trpc.events.get.useQuery({ event_id: id });
  return (
    <LoadedPayload
      label={t('eventPayload', { type })}
      query={{ ...query, data: query.data?.event }}
    />
  );
}

/** That of the delivery that needs attention most. */
export const getWebhookTone = ({ deliveries: [first] }: SessionEvent): Tone =>
  first ? getDeliveryTone(first, first.active) : 'neutral';
