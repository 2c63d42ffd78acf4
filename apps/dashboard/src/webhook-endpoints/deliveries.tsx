import { type EventType, eventTypes } from '@parley/domain';
import { StatusBadge, Timestamp } from '@parley/ui/components';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import {
  deliveryHref,
  deliveryStatuses,
  type EndpointView,
  endpointHref,
} from '#addresses/webhook-endpoints.ts';
import { Section } from '#details/detail-page.tsx';
import { formatResponse } from '#format/format-response.ts';
import { CursorPagination, EmptyList, Filter } from '#lists/list-page.tsx';
import { type Columns, RowLink, Table, TableRow } from '#lists/table.tsx';
import type { Translator } from '#messages/translator.ts';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { useMode } from '#person/person-context.tsx';
import styles from './deliveries.module.css';
import type { Delivery, DeliveryPage, Endpoint } from './endpoint-types.ts';

type T = Translator<'deliveries'>;

const columnsOf = (t: T): Columns => [
  [t('column.status'), styles.status],
  [t('column.event'), styles.event],
  [t('column.response'), styles.response],
  [t('column.attempts'), styles.attempts],
  [t('column.created'), styles.when],
];

function emptyTitle(t: T, view: EndpointView, hasOlder: boolean): string {
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
  const mode = useMode();
  const t = useTranslations('deliveries');
  const { status, type, activity } = view;
  const active = endpoint.status === 'active';
  return (
    <Section title={t('list.title')}>
      <Filter
        label={t('list.filter')}
        options={[undefined, ...deliveryStatuses].map((option) => ({
          label: t(`filter.${option ?? 'all'}`),
          href: endpointHref(mode, endpoint.id, { status: option, type, activity }),
          selected: option === status,
        }))}
      />
      <TypeFilter
        hrefOf={(chosen) => endpointHref(mode, endpoint.id, { status, type: chosen, activity })}
        type={type}
      />
      {page.data.length > 0 ? (
        <Table caption={t('list.caption')} className={styles.table} columns={columnsOf(t)}>
          {page.data.map((delivery) => (
            <DeliveryRow active={active} delivery={delivery} key={delivery.event_id} />
          ))}
        </Table>
      ) : (
        <EmptyList title={emptyTitle(t, view, page.next_cursor !== null)}>
          {t(isFiltered(view) || view.older ? 'empty.retention' : 'empty.sendTestEvent')}
        </EmptyList>
      )}
      <CursorPagination
        hasCursor={view.older !== undefined}
        hrefOf={(older) => endpointHref(mode, endpoint.id, { ...view, older })}
        label={t('list.pages')}
        nextCursor={page.next_cursor}
      />
    </Section>
  );
}

interface TypeFilterProps {
  readonly type: EventType | undefined;
  readonly hrefOf: (type: EventType | undefined) => ReturnType<typeof endpointHref>;
}

/** Chooses the type of the delivered events. */
function TypeFilter({ type, hrefOf }: TypeFilterProps) {
  const t = useTranslations('deliveries.list');
  const router = useRouter();
  return (
    <select
      aria-label={t('type')}
      className={`field ${styles.type}`}
      onChange={({ target }) =>
        router.push(hrefOf(eventTypes.find((one) => one === target.value)), { scroll: false })
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

interface DeliveryRowProps {
  readonly delivery: Delivery;
  /** Whether the endpoint is active. */
  readonly active: boolean;
}

function DeliveryRow({ delivery, active }: DeliveryRowProps) {
  const mode = useMode();
  const t = useTranslations('deliveries');
  const labels = useStatusLabels();
  const { webhook_endpoint_id: endpointId, event_id: eventId, attempts } = delivery;
  const { next_attempt_at: next } = delivery;
  return (
    <TableRow>
      <td className={styles.status}>
        <StatusBadge status={labels.delivery(delivery, active)} />
      </td>
      <th className={styles.event} scope="row" title={delivery.event_type}>
        <RowLink href={deliveryHref(mode, endpointId, eventId)}>
          <code>{delivery.event_type}</code>
        </RowLink>
      </th>
      <td className={styles.response}>
        {formatResponse(t, delivery)}
        {next && active && attempts > 0 && (
          <p className="small">{t.rich('list.next', { at: () => <Timestamp at={next} /> })}</p>
        )}
      </td>
      <td className={styles.attempts}>
        {t.rich('list.attempts', {
          count: attempts,
          unit: (unit) => <span className={styles.name}>{unit}</span>,
        })}
      </td>
      <td className={styles.when}>
        <Timestamp at={delivery.created_at} />
      </td>
    </TableRow>
  );
}
