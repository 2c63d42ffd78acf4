import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { readEventListView } from '#addresses/events.ts';
import { EventList } from '#events/event-list.tsx';
import { eventListInput } from '#events/event-list-input.ts';
import { IgnoredFilters } from '#lists/ignored-filters.tsx';
import { modeOf } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { readTimeZone } from '#server/read-time-zone.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('events');
  return { title: t('list.title') };
}

export default async function EventsPage({
  params,
  searchParams,
}: PageProps<'/[mode]/developers/events'>) {
  const mode = await modeOf(params);
  const query = await searchParams;
  const view = readEventListView(query);
  const input = eventListInput(view, await readTimeZone());
  await fetchQueries(mode, ({ events }) => events.list.fetch(input));
  return (
    <HydrateQueries mode={mode}>
      <IgnoredFilters params={query} view={view} />
      <EventList input={input} view={view} />
    </HydrateQueries>
  );
}
