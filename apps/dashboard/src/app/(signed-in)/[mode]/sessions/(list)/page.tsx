import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { modeOf } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { readSessionListView, sessionListInput, sessionsHref } from '#sessions/search-params.ts';
import { SessionList } from '#sessions/session-list.tsx';

export const metadata: Metadata = { title: 'Sessions' };

export default async function SessionsPage({
  params,
  searchParams,
}: PageProps<'/[mode]/sessions'>) {
  const mode = await modeOf(params);
  const view = readSessionListView(await searchParams);
  const { status, older, newer } = view;
  const [page] = await fetchQueries(mode, ({ sessions }) =>
    Promise.all([
      sessions.listOverviews.fetch(sessionListInput(view)),
      sessions.countByStatus.fetch(),
    ]),
  );
  // The first page has an address without a cursor, and there is no page after the last one.
  const isFirst = newer && !page.previous_cursor;
  const isPastEnd = (newer || older) && page.data.length === 0;
  if (isFirst || isPastEnd) redirect(sessionsHref(mode, { status }));
  return (
    <HydrateQueries mode={mode}>
      <SessionList view={view} />
    </HydrateQueries>
  );
}
