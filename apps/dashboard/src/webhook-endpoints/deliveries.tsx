import { deliveryStatuses, type EventType, eventTypes } from '@parley/domain';
import { StatusBadge, Timestamp } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { deliveryHref, type EndpointView, endpointHref } from '#addresses/webhook-endpoints.ts';
import { useNavigate } from '#components/link.tsx';
import { Section } from '#details/detail-page.tsx';
import { formatResponse } from '#format/format-response.ts';
import { CursorPagination, EmptyList, Filter } from '#lists/list-page.tsx';
import { type Column, Table } from '#lists/table.tsx';
import type { Translator } from '#messages/translator.ts';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import styles from './deliveries.module.css';
import type { Delivery, DeliveryPage, Endpoint } from './endpoint-types.ts';

type T = Translator<'deliveries'>;

function getEmptyTitle(t: T, view: EndpointView, hasOlder: boolean): string {
  if (hasOlder) return t(view.older ? 'empty.noneOfThese' : 'empty.noneOfNewest');
  if (view.older) return t(isFiltered(view) ? 'empty.noOlderMatches' : 'empty.noOlder');
  return t(isFiltered(view) ? 'empty.noneMatches' : 'empty.none');
}

const isFiltered = ({ status, type }: EndpointView) => status !== undefined || type !== undefined;

interface DeliveriesProps {
  readonly endpoint: Endpoint;
  readonly view: EndpointView;
  readonly page: DeliveryPage;
}

/** The deliveries to an endpoint, newest first. */
export function Deliveries({ endpoint, view, page }: DeliveriesProps) {
  const t = useTranslations('deliveries');
  const labels = useStatusLabels();
  const { status, type, activity } = view;
  const active = endpoint.status === 'active';
  const columns: readonly Column<Delivery>[] = [
    {
      heading: t('column.status'),
      className: styles.status,
      cell: (delivery) => <StatusBadge status={labels.delivery(delivery, active)} />,
    },
    {
      heading: t('column.event'),
      className: styles.event,
      isRowHeading: true,
      getTitle: ({ event_type }) => event_type,
      cell: ({ event_type }) => <code>{event_type}</code>,
      getHref: ({ event_id }) => deliveryHref(endpoint.id, event_id),
    },
    {
      heading: t('column.response'),
      className: styles.response,
      cell: (delivery) => (
        <>
          {formatResponse(t, delivery)}
          {delivery.attempts > 0 && active && <NextAttempt at={delivery.next_attempt_at} />}
        </>
      ),
    },
    {
      heading: t('column.attempts'),
      className: styles.attempts,
      cell: ({ attempts }) =>
        t.rich('list.attempts', {
          count: attempts,
          unit: (unit) => <span className={styles.name}>{unit}</span>,
        }),
    },
    {
      heading: t('column.created'),
      className: styles.when,
      cell: ({ created_at }) => <Timestamp at={created_at} />,
    },
  ];
  return (
    <Section title={t('list.title')}>
      <Filter
        label={t('list.filter')}
        options={[undefined, ...deliveryStatuses].map((option) => ({
          label: t(`filter.${option ?? 'all'}`),
          href: endpointHref(endpoint.id, { status: option, type, activity }),
          selected: option === status,
        }))}
      />
      <TypeFilter
        getHref={(chosen) => endpointHref(endpoint.id, { status, type: chosen, activity })}
        type={type}
      />
      {page.data.length > 0 ? (
        <Table
          caption={t('list.caption')}
          className={styles.table}
          columns={columns}
          getKey={({ event_id }) => event_id}
          rows={page.data}
        />
      ) : (
        <EmptyList title={getEmptyTitle(t, view, page.next_cursor !== null)}>
          {t(isFiltered(view) || view.older ? 'empty.retention' : 'empty.sendTestEvent')}
        </EmptyList>
      )}
      <CursorPagination
        hasCursor={view.older !== undefined}
        getHref={(older) => endpointHref(endpoint.id, { ...view, older })}
        label={t('list.pages')}
        nextCursor={page.next_cursor}
      />
    </Section>
  );
}

interface TypeFilterProps {
  readonly type: EventType | undefined;
  readonly getHref: (type: EventType | undefined) => ReturnType<typeof endpointHref>;
}

/** Chooses the type of the delivered events. */
function TypeFilter({ type, getHref }: TypeFilterProps) {
  const t = useTranslations('deliveries.list');
  const navigate = useNavigate();
  return (
    <select
      aria-label={t('type')}
      className={`field ${styles.type}`}
      onChange={({ target }) =>
        navigate(getHref(eventTypes.find((one) => one === target.value)), { scroll: false })
      }
      value={type ?? ''}
    >
      <option value="">{t('anyType')}</option>
      {eventTypes.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  );
}

function NextAttempt({ at }: { readonly at: Delivery['next_attempt_at'] }) {
  const t = useTranslations('deliveries.list');
  return at && <p className="small">{t.rich('next', { at: () => <Timestamp at={at} /> })}</p>;
}
