import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { keyListInput, keysHref, readKeyListView } from '#addresses/api-keys.ts';
import { KeyList } from '#api-keys/key-list.tsx';
import { IgnoredFilters } from '#lists/ignored-filters.tsx';
import { modeOf } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('apiKeys');
  return { title: t('list.title') };
}

export default async function ApiKeysPage({ params, searchParams }: PageProps<'/[mode]/api-keys'>) {
  const mode = await modeOf(params);
  const query = await searchParams;
  const view = readKeyListView(query);
  const page = await fetchQueries(mode, ({ apiKeys }) => apiKeys.list.fetch(keyListInput(view)));
  if (view.older && page.data.length === 0) redirect(keysHref(mode, { show: view.show }));
  // All active keys are on one page, so a key that is not there has ended.
  if (view.key && !view.show && page.data.every(({ id }) => id !== view.key)) {
    redirect(keysHref(mode, { show: 'ended' }));
  }
  return (
    <HydrateQueries mode={mode}>
      <IgnoredFilters params={query} view={view} />
      <KeyList view={view} />
    </HydrateQueries>
  );
}
