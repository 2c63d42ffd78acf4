import type { Tone } from '@parley/ui/status';
import { getDeliveryStatusLabel } from '@parley/ui/webhook-status';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { CopyId } from '#components/copy-id.tsx';
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
  return (
    <WithPayload
      line={
        <>
          <span className="muted">Webhook · </span>
          <code>{event.type}</code>{' '}
          <span className={styles.note}>
            {delivery ? (
              <DeliverySummary delivery={delivery} eventId={event.id} />
            ) : (
              'No endpoint subscribes to it.'
            )}{' '}
            <CopyId id={event.id} label="event id" />
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
  const t = useTranslations('deliveries');
  const { webhook_endpoint_id: endpointId, active, attempts } = delivery;
  return (
    <>
      {getDeliveryStatusLabel(delivery, active).label}
      {attempts > 0 && `, ${formatResponse(t, delivery)}`}
      {attempts > 1 && `, ${attempts} attempts`} ·{' '}
      <Link href={deliveryHref(mode, endpointId, eventId)}>{hostOf(delivery.url)}</Link>
    </>
  );
}

function EventPayload({ event: { id, type } }: Pick<WebhookItemProps, 'event'>) {
  const query = trpc.events.get.useQuery({ event_id: id });
  return <LoadedPayload label={`${type} as JSON`} query={{ ...query, data: query.data?.event }} />;
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

export const webhookTone = (delivery: Delivery | null): Tone =>
  delivery ? getDeliveryStatusLabel(delivery, delivery.active).tone : 'neutral';
