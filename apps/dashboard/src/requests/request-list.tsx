'use client';

import { StatusBadge, Timestamp } from '@parley/ui/components';
import Form from 'next/form';
import Link from 'next/link';
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
import { CursorPagination, EmptyList, Filter, ListPage } from '#lists/list-page.tsx';
import cells from '#lists/table.module.css';
import { type Columns, RowLink, SkeletonTable, Table, TableRow } from '#lists/table.tsx';
import type { Translator } from '#messages/translator.ts';
import { useMode } from '#person/person-context.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import { formatRequestTitle } from './format-request-title.ts';
import { IdempotencyOutcomes } from './idempotency-outcomes.tsx';
import { requestStatusLabel } from './request-status.ts';
import styles from './requests.module.css';

type ApiRequest = Outputs['apiRequests']['list']['data'][number];

type T = Translator<'requests'>;

const headOf = (t: T) => ({ title: t('list.title'), lead: t('list.lead') });

const columnsOf = (t: T): Columns => [
  [t('column.status'), cells.status],
  [t('column.request'), cells.title],
  [t('column.error'), styles.error],
  [t('column.duration'), styles.duration],
  [t('column.time'), cells.when],
];

/** The request log, newest first. */
export function RequestList({ view }: { readonly view: RequestListView }) {
  const mode = useMode();
  const t = useTranslations('requests');
  const [{ data, next_cursor }] = trpc.apiRequests.list.useSuspenseQuery(requestListInput(view));
  const key = searchedIdempotencyKey(view);
  const isFiltered = Boolean(view.search ?? view.status);
  return (
    <ListPage {...headOf(t)} filter={<RequestFilter view={view} />}>
      {key !== undefined && <IdempotencyOutcomes idempotencyKey={key} />}
      {data.length > 0 ? (
        <Table caption={t('list.caption')} className={styles.table} columns={columnsOf(t)}>
          {data.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </Table>
      ) : (
        <EmptyList
          action={
            isFiltered && (
              <Link className="button" href={requestsHref(mode)}>
                {t('list.showAll')}
              </Link>
            )
          }
          title={t(isFiltered ? 'list.noMatch' : 'list.empty')}
        >
          {t(next_cursor ? 'list.unsearched' : 'list.retention')}
        </EmptyList>
      )}
      <CursorPagination
        hasCursor={view.older !== undefined}
        hrefOf={(older) => requestsHref(mode, { ...view, older })}
        nextCursor={next_cursor}
      />
    </ListPage>
  );
}

/** The page while the list loads. */
export function RequestsLoading() {
  const t = useTranslations('requests');
  return (
    <ListPage {...headOf(t)} filter={null}>
      <SkeletonTable className={styles.table} columns={columnsOf(t)} label={t('list.loading')} />
    </ListPage>
  );
}

function RequestFilter({ view: { status, search } }: { readonly view: RequestListView }) {
  const mode = useMode();
  const t = useTranslations('requests');
  const common = useTranslations('common');
  return (
    <>
      <search>
        <Form action={requestsHref(mode)} className={styles.search} key={search}>
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
      <Filter
        label={t('filter.label')}
        options={[undefined, ...statusClasses].map((option) => ({
          label: t(`filter.${option ?? 'all'}`),
          href: requestsHref(mode, { search, status: option }),
          selected: option === status,
        }))}
      />
    </>
  );
}

function RequestRow({ request }: { readonly request: ApiRequest }) {
  const mode = useMode();
  const format = useFormatter();
  const t = useTranslations('requests');
  return (
    <TableRow>
      <td className={cells.status}>
        <StatusBadge status={requestStatusLabel(t, request.status)} />
      </td>
      <td className={`${cells.title} ${styles.path}`}>
        <RowLink href={requestHref(mode, request.id)}>
          <code title={request.path}>{formatRequestTitle(request)}</code>
        </RowLink>
      </td>
      <td className={styles.error}>{request.error_code && <code>{request.error_code}</code>}</td>
      <td className={styles.duration}>{formatDuration(format, request.duration_ms)}</td>
      <td className={cells.when}>
        <Timestamp at={request.created_at} />
      </td>
    </TableRow>
  );
}
