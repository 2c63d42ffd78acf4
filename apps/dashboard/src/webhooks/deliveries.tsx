import type { WebhookDelivery, WebhookEndpoint } from '@parley/contract';
import { StatusBadge, Timestamp } from '@parley/ui/components';
import { getDeliveryStatusLabel } from '@parley/ui/webhook-status';
import Link from 'next/link';
import { Section } from '../detail/section.tsx';
import { type Choice, Choices } from '../list/choices.tsx';
import { Empty } from '../list/empty.tsx';
import { Pages } from '../list/pages.tsx';
import { RowPending } from '../list/row-pending.tsx';
import table from '../list/table.module.css';
import { TableHead } from '../list/table-head.tsx';
import { type DeliveryStatus, deliveryHref, type EndpointView, endpointHref } from './address.ts';
import styles from './delivery-table.module.css';
import { tellAnswer } from './tell-answer.ts';

const filters: readonly (readonly [string, DeliveryStatus | undefined])[] = [
  ['All', undefined],
  ['Waiting', 'waiting'],
  ['Delivered', 'succeeded'],
  ['Given up', 'failed'],
  ['Canceled', 'canceled'],
];

const columns = [
  ['Status', styles.status],
  ['Event', styles.event],
  ['Answer', styles.answer],
  ['Tries', styles.tries],
  ['Created', styles.when],
] as const;

interface DeliveriesProps {
  readonly endpoint: WebhookEndpoint;
  readonly view: EndpointView;
  readonly page: { readonly data: readonly WebhookDelivery[]; readonly next_cursor: string | null };
}

/** What was and is on its way to an endpoint, newest first. */
export function Deliveries({ endpoint, view, page }: DeliveriesProps) {
  const endpointId = endpoint.id;
  const { status, older, done } = view;
  const choices: Choice[] = filters.map(([word, to]) => ({
    word,
    href: endpointHref(endpointId, { status: to, done }),
    chosen: to === status,
  }));
  return (
    <Section title="Deliveries">
      <Choices choices={choices} label="Filter deliveries by status" />
      {page.data.length > 0 ? (
        <DeliveryTable deliveries={page.data} sending={endpoint.status === 'active'} />
      ) : (
        <Empty title={status ? 'None of these now.' : 'Nothing has been sent yet.'}>
          {status
            ? 'Deliveries are kept for 30 days.'
            : 'Events are sent as they happen. To see one arrive now, send a test event.'}
        </Empty>
      )}
      <Pages
        label="Pages of deliveries"
        ways={[
          older ? { word: 'Newest', href: endpointHref(endpointId, { status, done }) } : null,
          page.next_cursor
            ? {
                word: 'Older',
                href: endpointHref(endpointId, { status, older: page.next_cursor, done }),
              }
            : null,
        ]}
      />
    </Section>
  );
}

interface DeliveryTableProps {
  readonly deliveries: readonly WebhookDelivery[];
  /** Whether the endpoint is sent anything now. */
  readonly sending: boolean;
}

function DeliveryTable({ deliveries, sending }: DeliveryTableProps) {
  return (
    <table className={styles.table}>
      <caption className="unseen">Deliveries, newest first</caption>
      <TableHead columns={columns} />
      <tbody>
        {deliveries.map((delivery) => (
          <DeliveryRow delivery={delivery} key={delivery.event_id} sending={sending} />
        ))}
      </tbody>
    </table>
  );
}

interface DeliveryRowProps {
  readonly delivery: WebhookDelivery;
  readonly sending: boolean;
}

function DeliveryRow({ delivery, sending }: DeliveryRowProps) {
  const { webhook_endpoint_id: endpointId, event_id: eventId, attempts } = delivery;
  return (
    <tr className={styles.row}>
      <td className={styles.status}>
        <StatusBadge status={getDeliveryStatusLabel(delivery, sending)} />
      </td>
      <th className={styles.event} scope="row" title={delivery.event_type}>
        <Link className={table.link} href={deliveryHref(endpointId, eventId)} prefetch={false}>
          <code>{delivery.event_type}</code>
          <RowPending />
        </Link>
      </th>
      <td className={styles.answer}>{tellAnswer(delivery)}</td>
      <td className={styles.tries}>
        {attempts}
        <span className={styles.name}>{attempts === 1 ? ' try' : ' tries'}</span>
      </td>
      <td className={styles.when}>
        <Timestamp at={delivery.created_at} />
      </td>
    </tr>
  );
}
