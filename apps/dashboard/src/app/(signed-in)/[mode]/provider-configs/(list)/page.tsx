import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import {
  accountChangeInput,
  configListInput,
  configsHref,
  readConfigListView,
} from '#addresses/provider-configs.ts';
import { IgnoredFilters } from '#lists/ignored-filters.tsx';
import { ConfigList } from '#provider-configs/config-list.tsx';
import { modeOf } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('providerConfigs');
  return { title: t('list.title') };
}

type Props = PageProps<'/[mode]/provider-configs'>;

export default async function ProviderConfigsPage({ params, searchParams }: Props) {
  const mode = await modeOf(params);
  const query = await searchParams;
  const view = readConfigListView(query);
  const [page] = await fetchQueries(mode, ({ providerConfigs, attention }) =>
    Promise.all([
      providerConfigs.list.fetch(configListInput(view)),
      attention.getSetupStatus.fetch(),
      attention.listItems.fetch(accountChangeInput),
    ]),
  );
  if (view.older && page.data.length === 0) redirect(configsHref(mode));
  return (
    <HydrateQueries mode={mode}>
      <IgnoredFilters params={query} view={view} />
      <ConfigList view={view} />
    </HydrateQueries>
  );
}
