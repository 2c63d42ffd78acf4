import type { Tone } from '@parley/ui/status';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { deliveryHref } from '#addresses/webhook-endpoints.ts';
import { CopyId } from '#components/copy-id.tsx';
import { formatResponse } from '#format/format-response.ts';
import { ConfirmDialog } from '#forms/confirm-dialog.tsx';
import { toneOfDelivery } from '#messages/status-labels.ts';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { useMode, usePermission } from '#person/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import { LoadedPayload, WithPayload } from './payload.tsx';
import styles from './timeline.module.css';
import type { Delivery, TimelineItem } from './timeline-items.ts';

type WebhookItemProps = Pick<Extract<TimelineItem, { kind: 'webhook' }>, 'event' | 'delivery'>;

/** An event, and how its delivery to one endpoint went. */
export function WebhookItem({ event, delivery }: WebhookItemProps) {
  const t = useTranslations('sessionTimeline');
  const canResend = usePermission('fulfill');
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
          {delivery?.active && canResend && (
            <>
              {' '}
              <ResendEvent delivery={delivery} event={event} />
            </>
          )}
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

interface ResendEventProps extends Pick<WebhookItemProps, 'event'> {
  readonly delivery: Delivery;
}

/** Sends an event to one endpoint again, after a confirmation. */
function ResendEvent({ event, delivery }: ResendEventProps) {
  const t = useTranslations('sessionTimeline.resend');
  const { mutateAsync } = trpc.deliveries.resend.useMutation();
  const { webhook_endpoint_id, url } = delivery;

  async function resend() {
    await mutateAsync({ webhook_endpoint_id, event_id: event.id });
    return { message: t('done') };
  }

  return (
    <ConfirmDialog
      action={resend}
      kind="primary"
      submit={t('submit')}
      title={t('title', { type: event.type })}
      trigger={t('trigger')}
      triggerKind="link"
    >
      <p>{t('text', { host: hostOf(url) })}</p>
    </ConfirmDialog>
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
