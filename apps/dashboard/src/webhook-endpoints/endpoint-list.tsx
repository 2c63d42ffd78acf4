'use client';

import { MAX_COUNTED_DELIVERIES } from '@parley/domain';
import { StatusBadge, Timestamp } from '@parley/ui/components';
import Link from 'next/link';
import { useFormatter, useTranslations } from 'next-intl';
import { LIST_REFRESH_MS } from '#addresses/search-params.ts';
import {
  type EndpointListView,
  endpointHref,
  endpointListInput,
  endpointsHref,
  newEndpointHref,
} from '#addresses/webhook-endpoints.ts';
import { CursorPagination, EmptyList, Filter, ListPage } from '#lists/list-page.tsx';
import cells from '#lists/table.module.css';
import { type Columns, RowLink, SkeletonTable, Table, TableRow } from '#lists/table.tsx';
import { getEndpointCondition } from '#messages/status-labels.ts';
import type { Translator } from '#messages/translator.ts';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { useMode, usePermission } from '#person/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import styles from './endpoint-list.module.css';
import type { Endpoint, Health } from './endpoint-types.ts';
import { formatDeliveryCount, isPartial } from './format-count.ts';

type T = Translator<'webhookEndpoints'>;

const headOf = (t: T) => ({ title: t('list.title'), lead: t('list.lead') });

const columnsOf = (t: T): Columns => [
  [t('column.status'), cells.status],
  [t('column.endpoint'), cells.title],
  [t('column.events'), styles.events],
  [t('column.delivered'), styles.number],
  [t('column.failed'), styles.number],
  [t('column.waiting'), styles.number],
  [t('column.since'), `${cells.when} ${styles.since}`],
];

/** The webhook endpoints of the merchant with their health, by page. */
export function EndpointList({ view }: { readonly view: EndpointListView }) {
  const mode = useMode();
  const t = useTranslations('webhookEndpoints');
  const canIntegrate = usePermission('integrate');
  const { show } = view;
  const [endpoints] = trpc.webhookEndpoints.listWithHealth.useSuspenseQuery(
    endpointListInput(view),
    { refetchInterval: LIST_REFRESH_MS },
  );
  return (
    <ListPage
      {...headOf(t)}
      action={canIntegrate && <AddEndpoint />}
      filter={<UseFilter show={show} />}
    >
      {endpoints.data.length > 0 ? (
        <Table caption={t('list.caption')} className={styles.table} columns={columnsOf(t)}>
          {endpoints.data.map((row) => (
            <EndpointRow key={row.endpoint.id} {...row} />
          ))}
        </Table>
      ) : (
        <EmptyEndpointList show={show} />
      )}
      {endpoints.data.some(({ health }) => isPartial(health)) && (
        <p className="small muted">{t('health.partial', { max: MAX_COUNTED_DELIVERIES })}</p>
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
  const t = useTranslations('webhookEndpoints');
  return (
    <ListPage {...headOf(t)} filter={null}>
      <SkeletonTable className={styles.table} columns={columnsOf(t)} label={t('list.loading')} />
    </ListPage>
  );
}

function AddEndpoint() {
  const mode = useMode();
  const t = useTranslations('webhookEndpoints');
  return (
    <Link className="button" data-kind="primary" href={newEndpointHref(mode)}>
      {t('form.add')}
    </Link>
  );
}

function EmptyEndpointList({ show }: Pick<EndpointListView, 'show'>) {
  const t = useTranslations('webhookEndpoints');
  if (show) return <EmptyList title={t('empty.archived')} />;
  return <EmptyList title={t('empty.title')}>{t('empty.text')}</EmptyList>;
}

function UseFilter({ show }: Pick<EndpointListView, 'show'>) {
  const mode = useMode();
  const t = useTranslations('webhookEndpoints');
  return (
    <Filter
      label={t('filter.label')}
      options={[
        { label: t('filter.inUse'), href: endpointsHref(mode), selected: show === undefined },
        {
          label: t('filter.archived'),
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
  const t = useTranslations('webhookEndpoints');
  const labels = useStatusLabels();
  const { succeeded, failed_attempts: failed } = health.last_24_hours;
  return (
    <TableRow>
      <td className={cells.status}>
        <StatusBadge status={labels.endpoint(getEndpointCondition(health))} />
      </td>
      <th className={cells.title} scope="row" title={endpoint.url}>
        <RowLink href={endpointHref(mode, endpoint.id)}>{endpoint.url}</RowLink>
      </th>
      <td className={styles.events}>
        {t('list.types', { count: endpoint.event_types?.length ?? 0 })}
      </td>
      <Count name="delivered" value={succeeded} />
      <Count name="failed" value={failed} />
      <Count name="waiting" value={health.waiting} />
      <td className={`${cells.when} ${styles.since}`}>
        {health.inactive_reason && (
          <span className={styles.reason}>{t(`reason.${health.inactive_reason}`)}, </span>
        )}
        <Timestamp at={sinceOf(endpoint, health)} />
      </td>
    </TableRow>
  );
}

interface CountProps {
  readonly name: 'delivered' | 'failed' | 'waiting';
  readonly value: number;
}

function Count({ name, value }: CountProps) {
  const t = useTranslations('webhookEndpoints');
  const format = useFormatter();
  return (
    <td className={styles.number}>
      {t.rich(`list.${name}`, {
        count: formatDeliveryCount(format, value),
        name: (chunks) => <span className={styles.name}>{chunks}</span>,
      })}
    </td>
  );
}

/** When the endpoint entered its current condition. */
function sinceOf(endpoint: Endpoint, health: Health): string {
  if (endpoint.status === 'archived') return endpoint.updated_at;
  return health.inactive_since ?? health.failing_since ?? endpoint.created_at;
}
