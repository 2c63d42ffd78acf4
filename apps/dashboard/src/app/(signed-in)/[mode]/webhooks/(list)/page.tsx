import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import {
  endpointListInput,
  endpointsHref,
  readEndpointListView,
} from '#addresses/webhook-endpoints.ts';
import { IgnoredFilters } from '#lists/ignored-filters.tsx';
import { modeOf } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { EndpointList } from '#webhook-endpoints/endpoint-list.tsx';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('webhookEndpoints');
  return { title: t('list.title') };
}

export default async function WebhooksPage({
  params,
  searchParams,
}: PageProps<'/[mode]/webhooks'>) {
  const mode = await modeOf(params);
  const query = await searchParams;
  const view = readEndpointListView(query);
  const page = await fetchQueries(mode, ({ webhookEndpoints }) =>
    webhookEndpoints.listWithHealth.fetch(endpointListInput(view)),
  );
  if (view.older && page.data.length === 0) redirect(endpointsHref(mode, { show: view.show }));
  return (
    <HydrateQueries mode={mode}>
      <IgnoredFilters params={query} view={view} />
      <EndpointList view={view} />
    </HydrateQueries>
  );
}
