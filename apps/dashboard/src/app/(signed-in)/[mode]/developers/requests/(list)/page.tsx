import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import {
  readRequestListView,
  requestListInput,
  searchedIdempotencyKey,
} from '#addresses/requests.ts';
import { IgnoredFilters } from '#lists/ignored-filters.tsx';
import { RequestList } from '#requests/request-list.tsx';
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
  const query = await searchParams;
  const view = readRequestListView(query);
  const key = searchedIdempotencyKey(view);
  await fetchQueries(mode, ({ apiRequests }) =>
    Promise.all([
      apiRequests.list.fetch(requestListInput(view)),
      ...(key === undefined
        ? []
        : [apiRequests.findIdempotencyKey.fetch({ idempotency_key: key })]),
    ]),
  );
  return (
    <HydrateQueries mode={mode}>
      <IgnoredFilters params={query} view={view} />
      <RequestList view={view} />
    </HydrateQueries>
  );
}
