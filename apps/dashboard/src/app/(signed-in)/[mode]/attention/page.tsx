import type { AttentionKind } from '@parley/domain';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { attentionHref, attentionListInput, readAttentionView } from '#addresses/attention.ts';
import { orderedKinds } from '#attention/attention-kinds.ts';
import { AttentionPage } from '#attention/attention-page.tsx';
import { IgnoredFilters } from '#lists/ignored-filters.tsx';
import { modeOf } from '#server/mode.ts';
import { fetchQueries, HydrateQueries } from '#server/queries.tsx';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('attention');
  return { title: t('title') };
}

export default async function Attention({ params, searchParams }: PageProps<'/[mode]/attention'>) {
  const mode = await modeOf(params);
  const query = await searchParams;
  const view = readAttentionView(query);
  const pages = await fetchQueries(mode, async ({ attention }) => {
    const counts = await attention.countItems.fetch();
    // The counts say nothing about the items of a filter.
    const isShown = (kind: AttentionKind) => view.filter !== undefined || counts[kind] > 0;
    const kinds = view.kind ? [view.kind] : orderedKinds.filter(isShown);
    return Promise.all(
      kinds.map((kind) => attention.listItems.fetch(attentionListInput(kind, view))),
    );
  });
  const { after, ...first } = view;
  if (after && pages[0]?.data.length === 0) redirect(attentionHref(mode, first));
  return (
    <HydrateQueries mode={mode}>
      <IgnoredFilters params={query} view={view} />
      <AttentionPage view={view} />
    </HydrateQueries>
  );
}
