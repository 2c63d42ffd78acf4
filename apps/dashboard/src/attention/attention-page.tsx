'use client';

import { type AttentionKind, MAX_ATTENTION_COUNT } from '@parley/domain';
import { Timestamp } from '@parley/ui/components';
import Link from 'next/link';
import { Suspense } from 'react';
import { EmptyList, Filter, ListPage, Pagination } from '#lists/list-page.tsx';
import { LIST_REFRESH_MS } from '#lists/search-params.ts';
import cells from '#lists/table.module.css';
import { type Columns, RowLink, SkeletonTable, Table, TableRow } from '#lists/table.tsx';
import { useMode } from '#shell/person-context.tsx';
import { trpc } from '#trpc/client.ts';
import {
  type AttentionCounts,
  type AttentionItem,
  formatCount,
  kindDescriptions,
  orderedKinds,
} from './attention-kinds.ts';
import styles from './attention-page.module.css';
import { type AttentionView, attentionHref, attentionListInput } from './search-params.ts';

const page = {
  title: 'Needs attention',
  lead: 'What only a person can solve. An item disappears once its object is in order.',
};

const columnsWith = (detail: string | undefined, when: string): Columns => [
  ['Subject', `${cells.title} ${styles.subject}`],
  [detail ?? '', styles.detail],
  [when, cells.when],
];

/** What needs a person in the mode of the page: the first items of each kind, or all of one. */
export function AttentionPage({ view }: { readonly view: AttentionView }) {
  const [counts] = trpc.attention.countItems.useSuspenseQuery(undefined, {
    refetchInterval: LIST_REFRESH_MS,
  });
  const kinds = orderedKinds.filter((kind) => counts[kind] > 0);
  const shown = view.kind ? [view.kind] : kinds;
  return (
    <ListPage {...page} filter={<KindFilter counts={counts} selected={view.kind} />}>
      {shown.length === 0 && (
        <EmptyList title="Nothing needs attention.">
          Payments, provider events, webhook endpoints and API keys are all in order.
        </EmptyList>
      )}
      {shown.map((kind) => (
        <section aria-labelledby={kind} className={styles.kind} key={kind}>
          <h2 id={kind}>
            {kindDescriptions[kind].label}
            {counts[kind] > 0 && <span className={styles.count}> {formatCount(counts[kind])}</span>}
          </h2>
          <p className="muted">{kindDescriptions[kind].nextAction}</p>
          <Suspense
            fallback={<SkeletonTable {...tableOf(kind)} label={kindDescriptions[kind].label} />}
          >
            <KindItems kind={kind} view={view} />
          </Suspense>
        </section>
      ))}
    </ListPage>
  );
}

/** The page while it loads. */
export function AttentionLoading() {
  return (
    <ListPage {...page} filter={null}>
      <SkeletonTable
        className={styles.table}
        columns={columnsWith('Reason', 'Since')}
        label="what needs attention"
      />
    </ListPage>
  );
}

const tableOf = (kind: AttentionKind) => ({
  className: styles.table,
  columns: columnsWith(kindDescriptions[kind].detail?.label, kindDescriptions[kind].when),
});

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
  const [items] = trpc.attention.listItems.useSuspenseQuery(attentionListInput(kind, view), {
    refetchInterval: LIST_REFRESH_MS,
  });
  const { label } = kindDescriptions[kind];
  if (items.data.length === 0) {
    return (
      <EmptyList
        action={<Link href={attentionHref(mode)}>View everything that needs attention</Link>}
        title="Nothing of this kind needs attention."
      />
    );
  }
  return (
    <>
      <Table {...tableOf(kind)} caption={label}>
        {items.data.map((item) => (
          <ItemRow item={item} key={item.id} />
        ))}
      </Table>
      {view.kind ? (
        <Pagination
          links={[
            view.after ? { label: 'First page', href: attentionHref(mode, { kind }) } : null,
            items.next_cursor
              ? {
                  label: 'Next page',
                  href: attentionHref(mode, { kind, after: items.next_cursor }),
                }
              : null,
          ]}
        />
      ) : (
        items.has_more && (
          <Link className={styles.all} href={attentionHref(mode, { kind })} prefetch={false}>
            View all<span className="unseen"> of: {label}</span>
          </Link>
        )
      )}
    </>
  );
}

function ItemRow({ item }: { readonly item: AttentionItem }) {
  const mode = useMode();
  const { subject, detail, href } = kindDescriptions[item.kind];
  return (
    <TableRow>
      <th className={`${cells.title} ${styles.subject}`} scope="row">
        <RowLink href={href(mode, item)}>{subject(item)}</RowLink>
      </th>
      <td className={styles.detail}>{detail?.of(item)}</td>
      <td className={cells.when}>
        <Timestamp at={item.at} />
      </td>
    </TableRow>
  );
}
