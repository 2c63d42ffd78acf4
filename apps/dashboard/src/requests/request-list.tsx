'use client';

import { StatusBadge, Timestamp } from '@parley/ui/components';
import Form from 'next/form';
import { CursorPagination, EmptyList, Filter, ListPage } from '#lists/list-page.tsx';
import cells from '#lists/table.module.css';
import { type Columns, RowLink, SkeletonTable, Table, TableRow } from '#lists/table.tsx';
import { useMode } from '#shell/person-context.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import { requestStatusLabel } from './request-status.ts';
import styles from './requests.module.css';
import {
  type RequestListView,
  requestHref,
  requestListInput,
  requestsHref,
  statusClasses,
} from './search-params.ts';
import { shortPath } from './short-path.ts';

type ApiRequest = Outputs['apiRequests']['list']['data'][number];

const page = {
  title: 'API requests',
  lead: 'The latest requests of your API keys, without secrets and personal data. Requests may be missing after an overload.',
};

const columns: Columns = [
  ['Status', cells.status],
  ['Request', cells.title],
  ['Error', styles.error],
  ['Duration', styles.duration],
  ['Time', cells.when],
];

const statusNames = { '2xx': 'Succeeded', '4xx': 'Refused', '5xx': 'Failed' };

/** The request log, newest first. */
export function RequestList({ view }: { readonly view: RequestListView }) {
  const mode = useMode();
  const [{ data, next_cursor }] = trpc.apiRequests.list.useSuspenseQuery(requestListInput(view));
  return (
    <ListPage {...page} filter={<RequestFilter view={view} />}>
      {data.length > 0 ? (
        <Table caption="API requests, newest first" className={styles.table} columns={columns}>
          {data.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </Table>
      ) : (
        <EmptyList title="No request was found.">
          {next_cursor
            ? 'Not all requests were searched. Older ones may match.'
            : 'A request appears here a few seconds after its response, and is deleted after some days.'}
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
  return (
    <ListPage {...page} filter={null}>
      <SkeletonTable className={styles.table} columns={columns} label="requests" />
    </ListPage>
  );
}

function RequestFilter({ view: { status, search } }: { readonly view: RequestListView }) {
  const mode = useMode();
  return (
    <>
      <search>
        <Form action={requestsHref(mode)} className={styles.search} key={search}>
          {status && <input name="status" type="hidden" value={status} />}
          <input
            aria-label="Find requests by path, id, status or idempotency key"
            autoComplete="off"
            className="field"
            defaultValue={search}
            maxLength={255}
            name="search"
            placeholder="Path, status, id or idempotency key"
            spellCheck={false}
            type="search"
          />
          <button className="button" type="submit">
            Find
          </button>
        </Form>
      </search>
      <Filter
        label="Filter by status"
        options={[undefined, ...statusClasses].map((option) => ({
          label: option ? statusNames[option] : 'All',
          href: requestsHref(mode, { search, status: option }),
          selected: option === status,
        }))}
      />
    </>
  );
}

function RequestRow({ request }: { readonly request: ApiRequest }) {
  const mode = useMode();
  return (
    <TableRow>
      <td className={cells.status}>
        <StatusBadge status={requestStatusLabel(request.status)} />
      </td>
      <td className={`${cells.title} ${styles.path}`}>
        <RowLink href={requestHref(mode, request.id)}>
          <code title={request.path}>
            {request.method} {shortPath(request.path)}
          </code>
        </RowLink>
      </td>
      <td className={styles.error}>{request.error_code && <code>{request.error_code}</code>}</td>
      <td className={styles.duration}>{request.duration_ms} ms</td>
      <td className={cells.when}>
        <Timestamp at={request.created_at} />
      </td>
    </TableRow>
  );
}
