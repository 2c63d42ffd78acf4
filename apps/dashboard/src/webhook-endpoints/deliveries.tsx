import { StatusBadge, Timestamp } from '@parley/ui/components';
import { getDeliveryStatusLabel } from '@parley/ui/webhook-status';
import { Section } from '#details/detail-page.tsx';
import { CursorPagination, EmptyList, Filter } from '#lists/list-page.tsx';
import { type Columns, RowLink, Table, TableRow } from '#lists/table.tsx';
import { useMode } from '#shell/person-context.tsx';
import styles from './deliveries.module.css';
import type { Delivery, DeliveryPage, Endpoint } from './endpoint-types.ts';
import { formatResponse } from './format-response.ts';
import {
  type DeliveryStatus,
  deliveryHref,
  type EndpointView,
  endpointHref,
} from './search-params.ts';

const filters: readonly (readonly [string, DeliveryStatus | undefined])[] = [
  ['All', undefined],
  ['Waiting', 'waiting'],
  ['Delivered', 'succeeded'],
  ['Failed', 'failed'],
  ['Canceled', 'canceled'],
];

const columns: Columns = [
  ['Status', styles.status],
  ['Event', styles.event],
  ['Response', styles.response],
  ['Attempts', styles.attempts],
  ['Created', styles.when],
];

function emptyTitle({ status, older }: EndpointView, hasOlder: boolean): string {
  if (hasOlder)
    return `None of ${older ? 'these' : 'the newest'} 50,000 deliveries has this status. Older ones may.`;
  if (older)
    return status ? 'No older delivery has this status.' : 'There are no older deliveries.';
  return status ? 'No delivery has this status.' : 'No deliveries yet.';
}

interface DeliveriesProps {
  readonly endpoint: Endpoint;
  readonly view: EndpointView;
  readonly page: DeliveryPage;
}

/** The deliveries to an endpoint, newest first. */
export function Deliveries({ endpoint, view, page }: DeliveriesProps) {
  const mode = useMode();
  const { status, activity } = view;
  const active = endpoint.status === 'active';
  return (
    <Section title="Deliveries">
      <Filter
        label="Filter deliveries by status"
        options={filters.map(([label, option]) => ({
          label,
          href: endpointHref(mode, endpoint.id, { status: option, activity }),
          selected: option === status,
        }))}
      />
      {page.data.length > 0 ? (
        <Table caption="Deliveries, newest first" className={styles.table} columns={columns}>
          {page.data.map((delivery) => (
            <DeliveryRow active={active} delivery={delivery} key={delivery.event_id} />
          ))}
        </Table>
      ) : (
        <EmptyList title={emptyTitle(view, page.next_cursor !== null)}>
          {status || view.older
            ? 'Deliveries are deleted after 30 days.'
            : 'Parley sends events as they happen. To see a delivery now, send a test event.'}
        </EmptyList>
      )}
      <CursorPagination
        hasCursor={view.older !== undefined}
        hrefOf={(older) => endpointHref(mode, endpoint.id, { ...view, older })}
        label="Pages of deliveries"
        nextCursor={page.next_cursor}
      />
    </Section>
  );
}

interface DeliveryRowProps {
  readonly delivery: Delivery;
  /** Whether the endpoint is active. */
  readonly active: boolean;
}

function DeliveryRow({ delivery, active }: DeliveryRowProps) {
  const mode = useMode();
  const { webhook_endpoint_id: endpointId, event_id: eventId, attempts } = delivery;
  return (
    <TableRow>
      <td className={styles.status}>
        <StatusBadge status={getDeliveryStatusLabel(delivery, active)} />
      </td>
      <th className={styles.event} scope="row" title={delivery.event_type}>
        <RowLink href={deliveryHref(mode, endpointId, eventId)}>
          <code>{delivery.event_type}</code>
        </RowLink>
      </th>
      <td className={styles.response}>{formatResponse(delivery)}</td>
      <td className={styles.attempts}>
        {attempts}
        <span className={styles.name}>{attempts === 1 ? ' attempt' : ' attempts'}</span>
      </td>
      <td className={styles.when}>
        <Timestamp at={delivery.created_at} />
      </td>
    </TableRow>
  );
}
