import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { ProviderEventList } from '#provider-events/provider-event-list.tsx';
import {
  providerEventListInput,
  providerEventsHref,
  readProviderEventListView,
} from '#provider-events/search-params.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';

export const metadata: Metadata = { title: 'Provider events' };

export default async function ProviderEventsPage({ searchParams }: PageProps<'/provider-events'>) {
  const view = readProviderEventListView(await searchParams);
  const page = await fetchQueries(({ providerEvents }) =>
    providerEvents.list.fetch(providerEventListInput(view)),
  );
  if (view.older && page.data.length === 0) redirect(providerEventsHref({ status: view.status }));
  return (
    <HydrateQueries>
      <ProviderEventList view={view} />
    </HydrateQueries>
  );
}
