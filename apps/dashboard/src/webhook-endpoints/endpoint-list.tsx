'use client';

import { StatusBadge, Timestamp } from '@parley/ui/components';
import { endpointConditionLabels } from '@parley/ui/webhook-status';
import Link from 'next/link';
import { CursorPagination, EmptyList, Filter, ListPage } from '#lists/list-page.tsx';
import { LIST_REFRESH_MS } from '#lists/search-params.ts';
import cells from '#lists/table.module.css';
import { type Columns, RowLink, SkeletonTable, Table, TableRow } from '#lists/table.tsx';
import { getEndpointCondition } from '#messages/status-labels.ts';
import { useMode, usePermission } from '#shell/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import styles from './endpoint-list.module.css';
import type { Endpoint, Health } from './endpoint-types.ts';
import {
  type EndpointListView,
  endpointHref,
  endpointListInput,
  endpointsHref,
  newEndpointHref,
} from './search-params.ts';

const page = {
  title: 'Webhooks',
  lead: 'Endpoints are URLs of your servers that receive event notifications.',
};

const columns: Columns = [
  ['Status', cells.status],
  ['Endpoint', cells.title],
  ['Events', styles.events],
  ['Delivered, 24 h', styles.number],
  ['Failed attempts', styles.number],
  ['Waiting', styles.number],
  ['Since', `${cells.when} ${styles.since}`],
];

/** Why Parley deactivated an endpoint, in as many words as fit in a row. */
const reasons = { gone: 'responded 410', failing: 'failed for 120 h' };

/** The webhook endpoints of the merchant with their health, by page. */
export function EndpointList({ view }: { readonly view: EndpointListView }) {
  const mode = useMode();
  const canIntegrate = usePermission('integrate');
  const { show } = view;
  const [endpoints] = trpc.webhookEndpoints.listWithHealth.useSuspenseQuery(
    endpointListInput(view),
    { refetchInterval: LIST_REFRESH_MS },
  );
  return (
    <ListPage {...page} action={canIntegrate && <AddEndpoint />} filter={<UseFilter show={show} />}>
      {endpoints.data.length > 0 ? (
        <Table caption="Webhook endpoints, newest first" className={styles.table} columns={columns}>
          {endpoints.data.map((row) => (
            <EndpointRow key={row.endpoint.id} {...row} />
          ))}
        </Table>
      ) : (
        <EmptyEndpointList show={show} />
      )}
      <CursorPagination
        hasCursor={view.older !== undefined}
        hrefOf={(older) => endpointsHref(mode, { show, older })}
        nextCursor={endpoints.next_cursor}
      />
    </ListPage>
  );
}

/** The page while the list loads. */
export function EndpointsLoading() {
  return (
    <ListPage {...page} filter={null}>
      <SkeletonTable className={styles.table} columns={columns} label="endpoints" />
    </ListPage>
  );
}

function AddEndpoint() {
  const mode = useMode();
  return (
    <Link className="button" data-kind="primary" href={newEndpointHref(mode)}>
      Add endpoint
    </Link>
  );
}

function EmptyEndpointList({ show }: Pick<EndpointListView, 'show'>) {
  if (show) return <EmptyList title="No endpoint is archived." />;
  return (
    <EmptyList title="No endpoints yet.">
      Parley sends every event to your endpoints: a session was paid, a payment is in conflict, a
      subscription ended. Without an endpoint, your server has to poll the API.
    </EmptyList>
  );
}

function UseFilter({ show }: Pick<EndpointListView, 'show'>) {
  const mode = useMode();
  return (
    <Filter
      label="Filter endpoints by use"
      options={[
        { label: 'In use', href: endpointsHref(mode), selected: show === undefined },
        {
          label: 'Archived',
          href: endpointsHref(mode, { show: 'archived' }),
          selected: show !== undefined,
        },
      ]}
    />
  );
}

interface EndpointRowProps {
  readonly endpoint: Endpoint;
  readonly health: Health;
}

function EndpointRow({ endpoint, health }: EndpointRowProps) {
  const mode = useMode();
  const { succeeded, failed_attempts: failed } = health.last_24_hours;
  const types = endpoint.event_types?.length ?? 0;
  return (
    <TableRow>
      <td className={cells.status}>
        <StatusBadge status={endpointConditionLabels[getEndpointCondition(health)]} />
      </td>
      <th className={cells.title} scope="row" title={endpoint.url}>
        <RowLink href={endpointHref(mode, endpoint.id)}>{endpoint.url}</RowLink>
      </th>
      <td className={styles.events}>
        {types === 0 ? 'All' : `${types} ${types === 1 ? 'type' : 'types'}`}
      </td>
      <Count name="delivered" value={succeeded} />
      <Count name="failed" value={failed} />
      <Count name="waiting" value={health.waiting} />
      <td className={`${cells.when} ${styles.since}`}>
        {health.inactive_reason && (
          <span className={styles.reason}>{reasons[health.inactive_reason]}, </span>
        )}
        <Timestamp at={sinceOf(endpoint, health)} />
      </td>
    </TableRow>
  );
}

function Count({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <td className={styles.number}>
      {value.toLocaleString('en')} <span className={styles.name}>{name}</span>
    </td>
  );
}

/** When the endpoint entered its current condition. */
function sinceOf(endpoint: Endpoint, health: Health): string {
  if (endpoint.status === 'archived') return endpoint.updated_at;
  return health.inactive_since ?? health.failing_since ?? endpoint.created_at;
}
