import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { RequestList } from '#requests/request-list.tsx';
import { readRequestListView, requestListInput } from '#requests/search-params.ts';
import { modeOf } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('requests');
  return { title: t('list.title') };
}

export default async function RequestsPage({
  params,
  searchParams,
}: PageProps<'/[mode]/developers/requests'>) {
  const mode = await modeOf(params);
  const view = readRequestListView(await searchParams);
  await fetchQueries(mode, ({ apiRequests }) => apiRequests.list.fetch(requestListInput(view)));
  return (
    <HydrateQueries mode={mode}>
      <RequestList view={view} />
    </HydrateQueries>
  );
}
