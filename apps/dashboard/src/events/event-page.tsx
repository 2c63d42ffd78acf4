'use client';

import { StatusBadge, Timestamp } from '@parley/ui/components';
import type { StatusLabel } from '@parley/ui/status';
import { useTranslations } from 'next-intl';
import { eventsHref } from '#addresses/events.ts';
import { requestHref, requestsHref } from '#addresses/requests.ts';
import { deliveryHref } from '#addresses/webhook-endpoints.ts';
import { Link } from '#components/link.tsx';
import {
  Columns,
  Fact,
  Facts,
  Headline,
  IdFact,
  RawText,
  Section,
  TimeFact,
} from '#details/detail-page.tsx';
import { shortenUrl } from '#format/shorten-url.ts';
import cells from '#lists/table.module.css';
import { Table } from '#lists/table.tsx';
import type { Translator } from '#messages/translator.ts';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { type Outputs, trpc } from '#trpc/client.ts';
import styles from './event-page.module.css';
import { ObjectLink } from './object-link.tsx';

type Event = Outputs['events']['get']['event'];
type Delivery = Outputs['deliveries']['listByEvent']['deliveries'][number];

const REFRESH_MS = 3_000;

/** An event as it was sent, with its deliveries. */
export function EventPage({ id }: { readonly id: string }) {
  const t = useTranslations('events');
  const labels = useStatusLabels();
  const input = { event_id: id };
  const [{ event }] = trpc.events.get.useSuspenseQuery(input, { staleTime: Infinity });
  const [{ deliveries }] = trpc.deliveries.listByEvent.useSuspenseQuery(input, {
    refetchInterval: ({ state: { data } }) =>
      data?.deliveries.some(({ status }) => status === 'waiting') ? REFRESH_MS : false,
  });
  const status = summarize(t, deliveries);
  return (
    <>
      <Headline
        breadcrumb={[{ label: t('list.title'), href: eventsHref() }]}
        id={event.id}
        idLabel={t('id')}
        status={status}
        title={event.type}
      >
        <p>{status.explanation}</p>
      </Headline>
      <Columns
        main={
          <>
            {deliveries.length > 0 && (
              <Section title={t('page.deliveries')}>
                <Table
                  caption={t('page.deliveriesCaption')}
                  className={styles.table}
                  columns={[
                    {
                      heading: t('deliveryColumn.status'),
                      className: cells.status,
                      cell: (delivery) => (
                        <StatusBadge status={labels.delivery(delivery, delivery.active)} />
                      ),
                    },
                    {
                      heading: t('deliveryColumn.endpoint'),
                      className: cells.title,
                      isRowHeading: true,
                      cell: ({ url }) => <span title={url}>{shortenUrl(url)}</span>,
                      getHref: ({ webhook_endpoint_id }) =>
                        deliveryHref(webhook_endpoint_id, event.id),
                    },
                    {
                      heading: t('deliveryColumn.attempts'),
                      className: styles.attempts,
                      cell: ({ attempts }) => attempts,
                    },
                    {
                      heading: t('deliveryColumn.lastAttempt'),
                      className: cells.when,
                      cell: ({ attempted_at }) => attempted_at && <Timestamp at={attempted_at} />,
                    },
                  ]}
                  getKey={({ webhook_endpoint_id }) => webhook_endpoint_id}
                  rows={deliveries}
                />
              </Section>
            )}
            <Section title={t('page.payload')}>
              <RawText label={t('page.json')} text={JSON.stringify(event, null, 2)} />
            </Section>
          </>
        }
        side={<EventFacts event={event} />}
      />
    </>
  );
}

function EventFacts({ event }: { readonly event: Event }) {
  const t = useTranslations('events');
  const { id: requestId, idempotency_key } = event.request;
  return (
    <Facts>
      <TimeFact at={event.created_at} name={t('fact.time')} />
      <Fact name={t('fact.object')}>
        <ObjectLink event={event} />
      </Fact>
      <Fact name={t('fact.number')}>{event.sequence > 0 && event.sequence}</Fact>
      <Fact name={t('fact.request')}>
        {requestId && <Link href={requestHref(requestId)}>{t('fact.viewRequest')}</Link>}
      </Fact>
      <Fact name={t('fact.idempotencyKey')}>
        {idempotency_key && (
          <Link href={requestsHref({ search: idempotency_key })}>{idempotency_key}</Link>
        )}
      </Fact>
      <Fact name={t('fact.schemaVersion')}>
        <code>{event.schema_version}</code>
      </Fact>
      <IdFact id={event.id} label={t('id')} name={t('fact.event')} />
    </Facts>
  );
}

const outcomeTones = {
  failed: 'critical',
  waiting: 'pending',
  succeeded: 'success',
  none: 'neutral',
} as const;

/** How the deliveries of an event went: the worst of them. */
function summarize(t: Translator<'events'>, deliveries: readonly Delivery[]): StatusLabel {
  const statuses = deliveries.map(({ status }) => status);
  const outcome =
    (['failed', 'waiting', 'succeeded'] as const).find((one) => statuses.includes(one)) ?? 'none';
  return {
    label: t(`outcome.${outcome}`),
    tone: outcomeTones[outcome],
    explanation: t(`outcomeExplanation.${outcome}`),
  };
}
