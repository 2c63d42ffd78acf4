import { type AttentionKind, MAX_ATTENTION_COUNT } from '@parley/domain';
import { useTranslations } from 'next-intl';
import { type AttentionView, attentionHref } from '#addresses/attention.ts';
import { Filter } from '#lists/list-page.tsx';
import { type AttentionCounts, orderedKinds } from './attention-kinds.ts';

const filters = ['open', 'mine', 'snoozed'] as const;

/** Which of the items are shown. */
export function TriageFilter({ selected }: { readonly selected: AttentionView['filter'] }) {
  const t = useTranslations('attention');
  return (
    <Filter
      label={t('filter.byState')}
      options={filters.map((name) => {
        const filter = name === 'open' ? undefined : name;
        return {
          label: t(`filter.${name}`),
          href: attentionHref({ filter }),
          selected: filter === selected,
        };
      })}
    />
  );
}

interface KindFilterProps {
  readonly counts: AttentionCounts;
  readonly selected: AttentionKind | undefined;
}

/** All kinds, then those that have items or are selected. */
export function KindFilter({ counts, selected }: KindFilterProps) {
  const t = useTranslations('attention');
  const kinds = orderedKinds.filter((kind) => counts[kind] > 0 || kind === selected);
  if (kinds.length === 0) return null;
  return (
    <Filter
      label={t('filter.byKind')}
      options={[
        { label: t('filter.all'), href: attentionHref(), selected: selected === undefined },
        ...kinds.map((kind) => ({
          label: t(`kind.${kind}.label`),
          href: attentionHref({ kind }),
          selected: kind === selected,
          ...(counts[kind] > 0 && {
            count: counts[kind],
            hasMore: counts[kind] >= MAX_ATTENTION_COUNT,
          }),
        })),
      ]}
    />
  );
}
