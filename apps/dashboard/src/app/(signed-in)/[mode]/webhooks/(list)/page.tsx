import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { modeOf } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';
import { EndpointList } from '#webhook-endpoints/endpoint-list.tsx';
import {
  endpointListInput,
  endpointsHref,
  readEndpointListView,
} from '#webhook-endpoints/search-params.ts';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('webhookEndpoints');
  return { title: t('list.title') };
}

export default async function WebhooksPage({
  params,
  searchParams,
}: PageProps<'/[mode]/webhooks'>) {
  const mode = await modeOf(params);
  const view = readEndpointListView(await searchParams);
  const page = await fetchQueries(mode, ({ webhookEndpoints }) =>
    webhookEndpoints.listWithHealth.fetch(endpointListInput(view)),
  );
  if (view.older && page.data.length === 0) redirect(endpointsHref(mode, { show: view.show }));
  return (
    <HydrateQueries mode={mode}>
      <EndpointList view={view} />
    </HydrateQueries>
  );
}
