'use client';

import { StatusBadge, Timestamp } from '@parley/ui/components';
import type { StatusLabel } from '@parley/ui/status';
import { getDeliveryStatusLabel } from '@parley/ui/webhook-status';
import Link from 'next/link';
import { CopyId } from '#components/copy-id.tsx';
import {
  Columns,
  Fact,
  Facts,
  Headline,
  RawText,
  Section,
  useTitle,
} from '#details/detail-page.tsx';
import cells from '#lists/table.module.css';
import { type Columns as ColumnsOf, RowLink, Table, TableRow } from '#lists/table.tsx';
import { requestHref } from '#requests/search-params.ts';
import { useMode } from '#shell/person-context.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import { deliveryHref } from '#webhook-endpoints/search-params.ts';
import { shortUrl } from '#webhook-endpoints/short-url.ts';
import styles from './event-page.module.css';
import { ObjectLink } from './object-link.tsx';
import { eventsHref } from './search-params.ts';

type Event = Outputs['events']['get']['event'];
type Delivery = Outputs['deliveries']['listByEvent']['deliveries'][number];

const REFRESH_MS = 3_000;

const columns: ColumnsOf = [
  ['Status', cells.status],
  ['Endpoint', cells.title],
  ['Attempts', styles.attempts],
  ['Last attempt', cells.when],
];

/** An event as it was sent, with its deliveries. */
export function EventPage({ id }: { readonly id: string }) {
  const mode = useMode();
  const input = { event_id: id };
  const [{ event }] = trpc.events.get.useSuspenseQuery(input, { staleTime: Infinity });
  const [{ deliveries }] = trpc.deliveries.listByEvent.useSuspenseQuery(input, {
    refetchInterval: ({ state: { data } }) =>
      data?.deliveries.some(({ status }) => status === 'waiting') ? REFRESH_MS : false,
  });
  useTitle(event.type);
  const status = summarize(deliveries);
  return (
    <>
      <Headline
        breadcrumb={[{ label: 'Events', href: eventsHref(mode) }]}
        id={event.id}
        idLabel="event id"
        status={status}
        title={event.type}
      >
        <p>{status.explanation}</p>
      </Headline>
      <Columns
        main={
          <>
            {deliveries.length > 0 && (
              <Section title="Deliveries">
                <Table caption="Deliveries of the event" className={styles.table} columns={columns}>
                  {deliveries.map((delivery) => (
                    <DeliveryRow
                      delivery={delivery}
                      eventId={event.id}
                      key={delivery.webhook_endpoint_id}
                    />
                  ))}
                </Table>
              </Section>
            )}
            <Section title="Payload">
              <RawText label="The event as JSON" text={JSON.stringify(event, null, 2)} />
            </Section>
          </>
        }
        side={<EventFacts event={event} />}
      />
    </>
  );
}

function DeliveryRow({ delivery, eventId }: { delivery: Delivery; eventId: string }) {
  const mode = useMode();
  const { webhook_endpoint_id: endpointId, url, active, attempts, attempted_at } = delivery;
  return (
    <TableRow>
      <td className={cells.status}>
        <StatusBadge status={getDeliveryStatusLabel(delivery, active)} />
      </td>
      <th className={cells.title} scope="row">
        <RowLink href={deliveryHref(mode, endpointId, eventId)}>
          <span title={url}>{shortUrl(url)}</span>
        </RowLink>
      </th>
      <td className={styles.attempts}>{attempts}</td>
      <td className={cells.when}>{attempted_at && <Timestamp at={attempted_at} />}</td>
    </TableRow>
  );
}

function EventFacts({ event }: { readonly event: Event }) {
  const mode = useMode();
  const { id: requestId, idempotency_key } = event.request;
  return (
    <Facts>
      <Fact name="Time">
        <Timestamp at={event.created_at} />
      </Fact>
      <Fact name="Object">
        <ObjectLink event={event} />
      </Fact>
      <Fact name="Number in its session">{event.sequence > 0 && event.sequence}</Fact>
      <Fact name="Request">
        {requestId && <Link href={requestHref(mode, requestId)}>View request</Link>}
      </Fact>
      <Fact name="Idempotency key">{idempotency_key}</Fact>
      <Fact name="Schema version">
        <code>{event.schema_version}</code>
      </Fact>
      <Fact name="Event">
        <CopyId id={event.id} label="event id" />
      </Fact>
    </Facts>
  );
}

/** How the deliveries of an event went: the worst of them. */
function summarize(deliveries: readonly Delivery[]): StatusLabel {
  const count = (status: Delivery['status']) =>
    deliveries.filter((delivery) => delivery.status === status).length;
  const failed = count('failed');
  const waiting = count('waiting');
  if (failed > 0) {
    const explanation = 'At least one endpoint did not accept the event. It can be resent.';
    return { label: 'Failed', tone: 'critical', explanation };
  }
  if (waiting > 0) {
    const explanation = 'At least one endpoint has not accepted the event yet.';
    return { label: 'Waiting', tone: 'pending', explanation };
  }
  if (count('succeeded') > 0) {
    const explanation = 'Each active endpoint that subscribes to the event has received it.';
    return { label: 'Delivered', tone: 'success', explanation };
  }
  return {
    label: 'Not sent',
    tone: 'neutral',
    explanation:
      'No endpoint was subscribed to the event, it was archived, or the deliveries are older than 30 days.',
  };
}
