import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { EndpointList } from '#webhook-endpoints/endpoint-list.tsx';
import {
  endpointListInput,
  endpointsHref,
  readEndpointListView,
} from '#webhook-endpoints/search-params.ts';

export const metadata: Metadata = { title: 'Webhooks' };

export default async function WebhooksPage({ searchParams }: PageProps<'/webhooks'>) {
  const view = readEndpointListView(await searchParams);
  const page = await fetchQueries(({ webhookEndpoints }) =>
    webhookEndpoints.listWithHealth.fetch(endpointListInput(view)),
  );
  if (view.older && page.data.length === 0) redirect(endpointsHref({ show: view.show }));
  return (
    <HydrateQueries>
      <EndpointList view={view} />
    </HydrateQueries>
  );
}
