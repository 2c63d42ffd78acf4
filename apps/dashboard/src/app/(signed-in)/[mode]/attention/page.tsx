import type { AttentionKind } from '@parley/domain';
import { attentionHref, attentionListInput, readAttentionView } from '#addresses/attention.ts';
import { orderedKinds } from '#attention/attention-kinds.ts';
import { AttentionPage } from '#attention/attention-page.tsx';
import { createListPage } from '#server/list-page.tsx';
import { createMetadata } from '#server/page-metadata.ts';

export const generateMetadata = createMetadata((t) => t('attention.title'));

export default createListPage({
  readView: readAttentionView,
  createInput: (view) => (kind: AttentionKind) => attentionListInput(kind, view),
  async fetch({ attention }, createInput, view) {
    const counts = await attention.countItems.fetch();
    // The counts say nothing about the items of a filter.
    const isShown = (kind: AttentionKind) => view.filter !== undefined || counts[kind] > 0;
    const kinds = view.kind ? [view.kind] : orderedKinds.filter(isShown);
    return Promise.all(kinds.map((kind) => attention.listItems.fetch(createInput(kind))));
  },
  redirectTo: ({ after, ...first }, [page]) =>
    after && page?.data.length === 0 && attentionHref(first),
  render: (view) => <AttentionPage view={view} />,
});
