'use client';

import { MAX_COUNTED_DELIVERIES } from '@parley/domain';
import { StatusBadge, Timestamp } from '@parley/ui/components';
import { useFormatter, useTranslations } from 'next-intl';
import { LIST_REFRESH_MS } from '#addresses/search-params.ts';
import {
  type EndpointListView,
  endpointHref,
  endpointListInput,
  endpointsHref,
  newEndpointHref,
} from '#addresses/webhook-endpoints.ts';
import cells from '#lists/table.module.css';
import type { Column } from '#lists/table.tsx';
import { type TableDeclaration, TableList, TableListSkeleton } from '#lists/table-list.tsx';
import { getEndpointCondition } from '#messages/status-labels.ts';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { usePermission } from '#person/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import styles from './endpoint-list.module.css';
import type { Endpoint, Health } from './endpoint-types.ts';
import { formatDeliveryCount, isPartial } from './format-count.ts';

interface EndpointWithHealth {
  readonly endpoint: Endpoint;
  readonly health: Health;
}

/** The webhook endpoints of the merchant with their health, by page. */
function useEndpointList(): TableDeclaration<EndpointWithHealth, EndpointListView> {
  const format = useFormatter();
  const t = useTranslations('webhookEndpoints');
  const labels = useStatusLabels();
  const canIntegrate = usePermission('integrate');
  const countColumn = (
    name: 'delivered' | 'failed' | 'waiting',
    getCount: (health: Health) => number,
  ): Column<EndpointWithHealth> => ({
    heading: t(`column.${name}`),
    className: styles.number,
    cell: ({ health }) =>
      t.rich(`list.${name}`, {
        count: formatDeliveryCount(format, getCount(health)),
        name: (chunks) => <span className={styles.name}>{chunks}</span>,
      }),
  });
  return {
    title: t('list.title'),
    lead: t('list.lead'),
    loading: t('list.loading'),
    caption: t('list.caption'),
    className: styles.table,
    getKey: ({ endpoint }) => endpoint.id,
    getHref: endpointsHref,
    create: canIntegrate && { label: t('form.add'), href: newEndpointHref },
    filters: {
      tabs: {
        name: 'show',
        label: t('filter.label'),
        options: [{ label: t('filter.inUse') }, { value: 'archived', label: t('filter.archived') }],
      },
    },
    columns: [
      {
        heading: t('column.status'),
        className: cells.status,
        cell: ({ health }) => (
          <StatusBadge status={labels.endpoint(getEndpointCondition(health))} />
        ),
      },
      {
        heading: t('column.endpoint'),
        className: cells.title,
        isRowHeading: true,
        getTitle: ({ endpoint }) => endpoint.url,
        cell: ({ endpoint }) => endpoint.url,
        getHref: ({ endpoint }) => endpointHref(endpoint.id),
      },
      {
        heading: t('column.events'),
        className: styles.events,
        cell: ({ endpoint }) => t('list.types', { count: endpoint.event_types?.length ?? 0 }),
      },
      countColumn('delivered', ({ last_24_hours }) => last_24_hours.succeeded),
      countColumn('failed', ({ last_24_hours }) => last_24_hours.failed_attempts),
      countColumn('waiting', ({ waiting }) => waiting),
      {
        heading: t('column.since'),
        className: `${cells.when} ${styles.since}`,
        cell: ({ endpoint, health }) => (
          <>
            {health.inactive_reason && (
              <span className={styles.reason}>{t(`reason.${health.inactive_reason}`)}, </span>
            )}
            <Timestamp at={getSince(endpoint, health)} />
          </>
        ),
      },
    ],
    empty: (isArchive) =>
      isArchive
        ? { title: t('empty.archived') }
        : { title: t('empty.title'), text: t('empty.text') },
  };
}

export function EndpointList({ view }: { readonly view: EndpointListView }) {
  const t = useTranslations('webhookEndpoints');
  const [page] = trpc.webhookEndpoints.listWithHealth.useSuspenseQuery(endpointListInput(view), {
    refetchInterval: LIST_REFRESH_MS,
  });
  return (
    <TableList
      frame={(rows) => (
        <>
          {rows}
          {page.data.some(({ health }) => isPartial(health)) && (
            <p className="small muted">{t('health.partial', { max: MAX_COUNTED_DELIVERIES })}</p>
          )}
        </>
      )}
      list={useEndpointList()}
      page={page}
      view={view}
    />
  );
}

/** The page while the list loads. */
export function EndpointsLoading() {
  return <TableListSkeleton list={useEndpointList()} />;
}

/** When the endpoint entered its current condition. */
function getSince(endpoint: Endpoint, health: Health): string {
  if (endpoint.status === 'archived') return endpoint.updated_at;
  return health.inactive_since ?? health.failing_since ?? endpoint.created_at;
}
