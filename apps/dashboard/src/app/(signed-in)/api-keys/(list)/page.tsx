import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { KeyList } from '#api-keys/key-list.tsx';
import { keyListInput, keysHref, readKeyListView } from '#api-keys/search-params.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';

export const metadata: Metadata = { title: 'API keys' };

export default async function ApiKeysPage({ searchParams }: PageProps<'/api-keys'>) {
  const view = readKeyListView(await searchParams);
  const page = await fetchQueries(({ apiKeys }) => apiKeys.list.fetch(keyListInput(view)));
  if (view.older && page.data.length === 0) redirect(keysHref({ show: view.show }));
  return (
    <HydrateQueries>
      <KeyList view={view} />
    </HydrateQueries>
  );
}
