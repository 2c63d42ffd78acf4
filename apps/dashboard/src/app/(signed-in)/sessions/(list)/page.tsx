import { hasPermission } from '@parley/router/permissions';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { ListFrame } from '../../../../list/list-frame.tsx';
import { Pages } from '../../../../list/pages.tsx';
import { ask } from '../../../../server/ask.ts';
import { requirePerson } from '../../../../server/person.ts';
import { CreateTestSession } from '../../../../sessions/create-test-session.tsx';
import { EmptyList } from '../../../../sessions/empty-list.tsx';
import { listHref, readListAddress } from '../../../../sessions/list-address.ts';
import { SessionTable } from '../../../../sessions/session-table.tsx';
import { StatusFilter } from '../../../../sessions/status-filter.tsx';
import { KeepFresh } from '../../../../shell/keep-fresh.tsx';

export const metadata: Metadata = { title: 'Sessions' };

const PAGE = 25;
const REFRESH_SECONDS = 10;

export default async function SessionsPage({ searchParams }: PageProps<'/sessions'>) {
  const { status, older, newer } = readListAddress(await searchParams);
  const { role } = await requirePerson();
  const [page, counts] = await ask((caller) =>
    Promise.all([
      caller.sessions.listWithCarts({
        limit: PAGE,
        status,
        cursor: newer ?? older,
        direction: newer ? 'previous' : 'next',
      }),
      caller.sessions.countByStatus(),
    ]),
  );
  // Back at the newest, a page is whole and has the short address; beyond the oldest there is none.
  const atStart = newer && !page.previous_cursor;
  const beyond = (newer || older) && page.data.length === 0;
  if (atStart || beyond) redirect(listHref({ status }));
  return (
    <ListFrame
      title="Sessionz"
      action={<CreateTestSession allowed={hasPermission(role, 'integrate')} />}
      filter={<StatusFilter counts={counts} status={status} />}
    >
      <KeepFresh seconds={REFRESH_SECONDS} />
      {page.data.length > 0 ? <SessionTable sessions={page.data} /> : <EmptyList status={status} />}
      <Pages
        ways={[
          page.previous_cursor
            ? { word: 'Newer', href: listHref({ status, newer: page.previous_cursor }) }
            : null,
          page.next_cursor
            ? { word: 'Older', href: listHref({ status, older: page.next_cursor }) }
            : null,
        ]}
      />
    </ListFrame>
  );
}
