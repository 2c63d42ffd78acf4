import type { Tone } from '@parley/ui/status';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { CopyId } from '#components/copy-id.tsx';
import { toneOfDelivery } from '#messages/status-labels.ts';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { useMode } from '#shell/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import { formatResponse } from '#webhook-endpoints/format-response.ts';
import { deliveryHref } from '#webhook-endpoints/search-params.ts';
import { LoadedPayload, WithPayload } from './payload.tsx';
import styles from './timeline.module.css';
import type { Delivery, TimelineItem } from './timeline-items.ts';

type WebhookItemProps = Pick<Extract<TimelineItem, { kind: 'webhook' }>, 'event' | 'delivery'>;

/** An event, and how its delivery to one endpoint went. */
export function WebhookItem({ event, delivery }: WebhookItemProps) {
  const t = useTranslations('sessionTimeline');
  return (
    <WithPayload
      line={
        <>
          <span className="muted">{t('webhook')} · </span>
          <code>{event.type}</code>{' '}
          <span className={styles.note}>
            {delivery ? (
              <DeliverySummary delivery={delivery} eventId={event.id} />
            ) : (
              t('noEndpoint')
            )}{' '}
            <CopyId id={event.id} label={t('eventId')} />
          </span>
        </>
      }
      payload={<EventPayload event={event} />}
    />
  );
}

interface DeliverySummaryProps {
  readonly delivery: Delivery;
  readonly eventId: string;
}

function DeliverySummary({ delivery, eventId }: DeliverySummaryProps) {
  const mode = useMode();
  const t = useTranslations('sessionTimeline');
  const deliveries = useTranslations('deliveries');
  const labels = useStatusLabels();
  const { webhook_endpoint_id: endpointId, active, attempts } = delivery;
  const status = labels.delivery(delivery, active).label;
  return (
    <>
      {t('delivery', { attempts, status, response: formatResponse(deliveries, delivery) })} ·{' '}
      <Link href={deliveryHref(mode, endpointId, eventId)}>{hostOf(delivery.url)}</Link>
    </>
  );
}

function EventPayload({ event: { id, type } }: Pick<WebhookItemProps, 'event'>) {
  const t = useTranslations('sessionTimeline');
  const query = trpc.events.get.useQuery({ event_id: id });
  return (
    <LoadedPayload
      label={t('eventPayload', { type })}
      query={{ ...query, data: query.data?.event }}
    />
  );
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

export const webhookTone = (delivery: Delivery | null): Tone =>
  delivery ? toneOfDelivery(delivery, delivery.active) : 'neutral';
