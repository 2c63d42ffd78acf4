'use client';

import { StatusBadge, Timestamp } from '@parley/ui/components';
import Form from 'next/form';
import { useFormatter, useTranslations } from 'next-intl';
import {
  type RequestListView,
  requestHref,
  requestListInput,
  requestsHref,
  searchedIdempotencyKey,
  statusClasses,
} from '#addresses/requests.ts';
import { formatDuration } from '#format/format-response.ts';
import cells from '#lists/table.module.css';
import { type TableDeclaration, TableList, TableListSkeleton } from '#lists/table-list.tsx';
import { useRoute } from '#person/person-context.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import { formatRequestTitle } from './format-request-title.ts';
import { IdempotencyOutcomes } from './idempotency-outcomes.tsx';
import { getRequestStatusLabel } from './request-status.ts';
import styles from './requests.module.css';

type ApiRequest = Outputs['apiRequests']['list']['data'][number];

/** The request log, newest first. */
function useRequestList(): TableDeclaration<ApiRequest, RequestListView> {
  const format = useFormatter();
  const t = useTranslations('requests');
  return {
    title: t('list.title'),
    lead: t('list.lead'),
    loading: t('list.loading'),
    caption: t('list.caption'),
    className: styles.table,
    getKey: ({ id }) => id,
    getHref: requestsHref,
    filters: {
      tabs: {
        name: 'status',
        label: t('filter.label'),
        options: [undefined, ...statusClasses].map((value) => ({
          value,
          label: t(`filter.${value ?? 'all'}`),
        })),
      },
    },
    columns: [
      {
        heading: t('column.status'),
        className: cells.status,
        cell: ({ status }) => <StatusBadge status={getRequestStatusLabel(t, status)} />,
      },
      {
        heading: t('column.request'),
        className: `${cells.title} ${styles.path}`,
        cell: (request) => <code title={request.path}>{formatRequestTitle(request)}</code>,
        getHref: ({ id }) => requestHref(id),
      },
      {
        heading: t('column.error'),
        className: styles.error,
        cell: ({ error_code }) => error_code && <code>{error_code}</code>,
      },
      {
        heading: t('column.duration'),
        className: styles.duration,
        cell: ({ duration_ms }) => formatDuration(format, duration_ms),
      },
      {
        heading: t('column.time'),
        className: cells.when,
        cell: ({ created_at }) => <Timestamp at={created_at} />,
      },
    ],
    empty(isFiltered, isContinued) {
      const text = t(isContinued ? 'list.unsearched' : 'list.retention');
      return isFiltered
        ? { title: t('list.noMatch'), text, showAll: t('list.showAll') }
        : { title: t('list.empty'), text };
    },
  };
}

export function RequestList({ view }: { readonly view: RequestListView }) {
  const [page] = trpc.apiRequests.list.useSuspenseQuery(requestListInput(view));
  const key = searchedIdempotencyKey(view);
  return (
    <TableList
      frame={(rows) => (
        <>
          {key !== undefined && <IdempotencyOutcomes idempotencyKey={key} />}
          {rows}
        </>
      )}
      list={useRequestList()}
      page={page}
      search={<RequestSearch view={view} />}
      view={view}
    />
  );
}

/** The page while the list loads. */
export function RequestsLoading() {
  return <TableListSkeleton list={useRequestList()} />;
}

function RequestSearch({ view: { status, search } }: { readonly view: RequestListView }) {
  const t = useTranslations('requests');
  const common = useTranslations('common');
  return (
    <search>
      <Form action={useRoute(requestsHref())} className={styles.search} key={search}>
        {status && <input name="status" type="hidden" value={status} />}
        <input
          aria-label={t('filter.search')}
          autoComplete="off"
          className="field"
          defaultValue={search}
          maxLength={255}
          name="search"
          placeholder={t('filter.searchPlaceholder')}
          spellCheck={false}
          type="search"
        />
        <button className="button" type="submit">
          {common('find')}
        </button>
      </Form>
    </search>
  );
}
