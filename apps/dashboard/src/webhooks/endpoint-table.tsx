import type { EndpointHealth, WebhookEndpoint } from '@parley/contract';
import { StatusBadge, Timestamp } from '@parley/ui/components';
import { endpointConditionLabels, getEndpointCondition } from '@parley/ui/webhook-status';
import Link from 'next/link';
import { RowPending } from '../list/row-pending.tsx';
import table from '../list/table.module.css';
import { endpointHref } from './address.ts';
import { EndpointHead } from './endpoint-head.tsx';
import styles from './endpoint-table.module.css';

/** Why we stopped, in as many words as a row has room for. */
const reasons = { gone: 'answered 410', failing: 'failed 120 h' };

interface EndpointInList {
  readonly endpoint: WebhookEndpoint;
  readonly health: EndpointHealth['health'];
}

/** Endpoints, one to a row, each with how it has done in the last day. */
export function EndpointTable({ endpoints }: { readonly endpoints: readonly EndpointInList[] }) {
  return (
    <table className={styles.table}>
      <caption className="unseen">Webhook endpoints, newest first</caption>
      <EndpointHead />
      <tbody>
        {endpoints.map((one) => (
          <EndpointRow key={one.endpoint.id} {...one} />
        ))}
      </tbody>
    </table>
  );
}

function EndpointRow({ endpoint, health }: EndpointInList) {
  const { succeeded, failed_attempts: failed } = health.last_24_hours;
  const types = endpoint.event_types?.length ?? 0;
  return (
    <tr className={styles.row}>
      <td className={styles.status}>
        <StatusBadge status={endpointConditionLabels[getEndpointCondition(health)]} />
      </td>
      <th className={styles.url} scope="row" title={endpoint.url}>
        <Link className={table.link} href={endpointHref(endpoint.id)} prefetch={false}>
          {endpoint.url}
          <RowPending />
        </Link>
      </th>
      <td className={styles.events}>
        {types === 0 ? 'All' : `${types} ${types === 1 ? 'type' : 'types'}`}
      </td>
      <Count name="delivered" value={succeeded} />
      <Count name="failed" value={failed} />
      <Count name="waiting" value={health.waiting} />
      <td className={styles.since}>
        {health.inactive_reason && (
          <span className={styles.reason}>{reasons[health.inactive_reason]}, </span>
        )}
        <Timestamp at={sinceOf(endpoint, health)} />
      </td>
    </tr>
  );
}

function Count({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <td className={styles.number}>
      {value.toLocaleString('en')} <span className={styles.name}>{name}</span>
    </td>
  );
}

/** Since when it stands as it does. */
function sinceOf(endpoint: WebhookEndpoint, health: EndpointHealth['health']): string {
  if (endpoint.status === 'archived') return endpoint.updated_at;
  return health.inactive_since ?? health.failing_since ?? endpoint.created_at;
}
