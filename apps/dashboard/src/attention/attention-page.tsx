'use client';

import { type AttentionKind, MAX_ATTENTION_COUNT } from '@parley/domain';
import Link from 'next/link';
import { Suspense } from 'react';
import { EmptyList, Filter, ListPage, Pagination } from '#lists/list-page.tsx';
import { LIST_REFRESH_MS } from '#lists/search-params.ts';
import cells from '#lists/table.module.css';
import { type Columns, SkeletonTable, Table } from '#lists/table.tsx';
import { useMode, usePermission } from '#shell/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import {
  type AttentionCounts,
  formatCount,
  kindDescriptions,
  orderedKinds,
} from './attention-kinds.ts';
import styles from './attention-page.module.css';
import { ItemRow } from './item-row.tsx';
import { type AttentionView, attentionHref, attentionListInput } from './search-params.ts';

const page = {
  title: 'Needs attention',
  lead: 'What only a person can solve. An item disappears once its object is in order.',
};

const columnsWith = (detail: string | undefined, when: string, canTriage: boolean): Columns => [
  ['Subject', `${cells.title} ${styles.subject}`],
  [detail ?? 'Note', styles.detail],
  ['Assignee', styles.assignee],
  [when, cells.when],
  ...(canTriage ? [['Actions', styles.actions] as const] : []),
];

const filters = [
  { label: 'Open', filter: undefined },
  { label: 'Assigned to me', filter: 'mine' },
  { label: 'Snoozed', filter: 'snoozed' },
] as const;

const nothing = {
  open: 'Nothing needs attention.',
  mine: 'Nothing is assigned to you.',
  snoozed: 'Nothing is snoozed.',
} as const;

/** What needs a person in the mode of the page: the first items of each kind, or all of one. */
export function AttentionPage({ view }: { readonly view: AttentionView }) {
  const [counts] = trpc.attention.countItems.useSuspenseQuery(undefined, {
    refetchInterval: LIST_REFRESH_MS,
  });
  const { kind, filter } = view;
  const kinds = orderedKinds.filter((one) => counts[one] > 0);
  return (
    <ListPage
      {...page}
      filter={
        <div className={styles.filters}>
          <TriageFilter selected={filter} />
          {!filter && <KindFilter counts={counts} selected={kind} />}
        </div>
      }
    >
      {filter && !kind ? (
        <FilteredKinds filter={filter} />
      ) : (
        <Kinds counts={counts} kinds={kind ? [kind] : kinds} view={view} />
      )}
    </ListPage>
  );
}

interface KindsProps {
  readonly kinds: readonly AttentionKind[];
  /** The numbers next to the headings. */
  readonly counts?: AttentionCounts;
  readonly view: AttentionView;
}

function Kinds({ kinds, counts, view }: KindsProps) {
  const canTriage = usePermission('triage');
  if (kinds.length === 0) {
    return (
      <EmptyList title={nothing[view.filter ?? 'open']}>
        {!view.filter &&
          'Payments, provider events, webhook endpoints and API keys are all in order.'}
      </EmptyList>
    );
  }
  return kinds.map((kind) => {
    const { label, nextAction } = kindDescriptions[kind];
    const count = view.filter ? 0 : (counts?.[kind] ?? 0);
    return (
      <section aria-labelledby={kind} className={styles.kind} key={kind}>
        <h2 id={kind}>
          {label}
          {count > 0 && <span className={styles.count}> {formatCount(count)}</span>}
        </h2>
        <p className="muted">{nextAction}</p>
        <Suspense fallback={<SkeletonTable {...tableOf(kind, canTriage)} label={label} />}>
          <KindItems kind={kind} view={view} />
        </Suspense>
      </section>
    );
  });
}

/** The kinds that have items of a filter. */
function FilteredKinds({ filter }: { readonly filter: NonNullable<AttentionView['filter']> }) {
  const view = { filter };
  const [pages] = trpc.useSuspenseQueries((t) =>
    orderedKinds.map((kind) => t.attention.listItems(attentionListInput(kind, view))),
  );
  const kinds = orderedKinds.filter((_, index) => pages[index]?.data.length);
  return <Kinds kinds={kinds} view={view} />;
}

/** The page while it loads. */
export function AttentionLoading() {
  return (
    <ListPage {...page} filter={null}>
      <SkeletonTable
        className={styles.table}
        columns={columnsWith('Reason', 'Since', false)}
        label="what needs attention"
      />
    </ListPage>
  );
}

const tableOf = (kind: AttentionKind, canTriage: boolean) => {
  const { detail, when } = kindDescriptions[kind];
  return { className: styles.table, columns: columnsWith(detail?.label, when, canTriage) };
};

/** Which of the items are shown. */
function TriageFilter({ selected }: { readonly selected: AttentionView['filter'] }) {
  const mode = useMode();
  return (
    <Filter
      label="Filter by state"
      options={filters.map(({ label, filter }) => ({
        label,
        href: attentionHref(mode, { filter }),
        selected: filter === selected,
      }))}
    />
  );
}

interface KindFilterProps {
  readonly counts: AttentionCounts;
  readonly selected: AttentionKind | undefined;
}

/** All kinds, then those that have items or are selected. */
function KindFilter({ counts, selected }: KindFilterProps) {
  const mode = useMode();
  const kinds = orderedKinds.filter((kind) => counts[kind] > 0 || kind === selected);
  if (kinds.length === 0) return null;
  return (
    <Filter
      label="Filter by kind"
      options={[
        { label: 'All', href: attentionHref(mode), selected: selected === undefined },
        ...kinds.map((kind) => ({
          label: kindDescriptions[kind].label,
          href: attentionHref(mode, { kind }),
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

interface KindItemsProps {
  readonly kind: AttentionKind;
  readonly view: AttentionView;
}

function KindItems({ kind, view }: KindItemsProps) {
  const mode = useMode();
  const canTriage = usePermission('triage');
  const [items] = trpc.attention.listItems.useSuspenseQuery(attentionListInput(kind, view), {
    refetchInterval: LIST_REFRESH_MS,
  });
  const { label } = kindDescriptions[kind];
  const { filter } = view;
  if (items.data.length === 0) {
    return (
      <EmptyList
        action={<Link href={attentionHref(mode)}>View everything that needs attention</Link>}
        title={filter ? nothing[filter] : 'Nothing of this kind needs attention.'}
      />
    );
  }
  return (
    <>
      <Table {...tableOf(kind, canTriage)} caption={label}>
        {items.data.map((item) => (
          <ItemRow canTriage={canTriage} item={item} key={item.id} />
        ))}
      </Table>
      {view.kind ? (
        <Pagination
          links={[
            view.after
              ? { label: 'First page', href: attentionHref(mode, { kind, filter }) }
              : null,
            items.next_cursor
              ? {
                  label: 'Next page',
                  href: attentionHref(mode, { kind, filter, after: items.next_cursor }),
                }
              : null,
          ]}
        />
      ) : (
        items.has_more && (
          <Link
            className={styles.all}
            href={attentionHref(mode, { kind, filter })}
            prefetch={false}
          >
            View all<span className="unseen"> of: {label}</span>
          </Link>
        )
      )}
    </>
  );
}
