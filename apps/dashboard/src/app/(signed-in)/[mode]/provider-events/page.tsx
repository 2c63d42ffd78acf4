import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import {
  providerEventListInput,
  providerEventsHref,
  readProviderEventListView,
} from '#addresses/provider-events.ts';
import { IgnoredFilters } from '#lists/ignored-filters.tsx';
import { ProviderEventList } from '#provider-events/provider-event-list.tsx';
import { modeOf } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('providerEvents');
  return { title: t('list.title') };
}

export default async function ProviderEventsPage({
  params,
  searchParams,
}: PageProps<'/[mode]/provider-events'>) {
  const mode = await modeOf(params);
  const query = await searchParams;
  const view = readProviderEventListView(query);
  const page = await fetchQueries(mode, ({ providerEvents }) =>
    providerEvents.list.fetch(providerEventListInput(view)),
  );
  if (view.older && page.data.length === 0)
    redirect(providerEventsHref(mode, { status: view.status, event: view.event }));
  return (
    <HydrateQueries mode={mode}>
      <IgnoredFilters params={query} view={view} />
      <ProviderEventList view={view} />
    </HydrateQueries>
  );
}
