import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { filtersOf, sessionsHref } from '#addresses/sessions.ts';
import { IgnoredFilters } from '#lists/ignored-filters.tsx';
import { modeOf } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { readTimeZone } from '#server/read-time-zone.ts';
import { decimalSignOf } from '#sessions/amount-fields.ts';
import { readSessionListView } from '#sessions/read-session-list-view.ts';
import { SessionList } from '#sessions/session-list.tsx';
import { sessionListInput } from '#sessions/session-list-input.ts';

/** Amounts of the form are in major units. */
const formFields = { min_amount: 'amount_from', max_amount: 'amount_to' };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('sessionList');
  return { title: t('title') };
}

export default async function SessionsPage({
  params,
  searchParams,
}: PageProps<'/[mode]/sessions'>) {
  const mode = await modeOf(params);
  const query = await searchParams;
  const view = readSessionListView(query, decimalSignOf(await getLocale()));
  const input = sessionListInput(view, await readTimeZone());
  const { older, newer } = view;
  const [page] = await fetchQueries(mode, ({ sessions, savedViews }) =>
    Promise.all([
      sessions.listOverviews.fetch(input),
      sessions.countByStatus.fetch(),
      savedViews.list.fetch(),
    ]),
  );
  // The first page has an address without a cursor, and there is no page after the last one.
  const isFirst = newer && !page.previous_cursor;
  const isPastEnd = (newer || older) && page.data.length === 0 && !page.next_cursor;
  if (isFirst || isPastEnd) redirect(sessionsHref(mode, filtersOf(view)));
  return (
    <HydrateQueries mode={mode}>
      <IgnoredFilters fields={formFields} params={query} view={view} />
      <SessionList input={input} view={view} />
    </HydrateQueries>
  );
}
