'use client';

import type { AttentionKind } from '@parley/domain';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { Suspense, useState } from 'react';
import { type AttentionView, attentionHref, attentionListInput } from '#addresses/attention.ts';
import { LIST_REFRESH_MS } from '#addresses/search-params.ts';
import { Link } from '#components/link.tsx';
import { unseen } from '#components/unseen.tsx';
import { EmptyList, ListPage, Pagination } from '#lists/list-page.tsx';
import cells from '#lists/table.module.css';
import { type ColumnHead, SelectAll, SkeletonTable, TableFrame } from '#lists/table.tsx';
import { useSelection } from '#lists/use-selection.ts';
import { usePermission } from '#person/person-context.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import { KindFilter, TriageFilter } from './attention-filters.tsx';
import {
  type AttentionCounts,
  formatCount,
  kindDescriptions,
  orderedKinds,
} from './attention-kinds.ts';
import styles from './attention-page.module.css';
import { ItemRow } from './item-row.tsx';

// The first load of the page stays small.
const BulkTriage = dynamic(async () => (await import('./bulk-triage.tsx')).BulkTriage, {
  ssr: false,
});

/** What needs a person in the mode of the page: the first items of each kind, or all of one. */
export function AttentionPage({ view }: { readonly view: AttentionView }) {
  const [counts] = trpc.attention.countItems.useSuspenseQuery(undefined, {
    refetchInterval: LIST_REFRESH_MS,
  });
  const t = useTranslations('attention');
  const { kind, filter } = view;
  const kinds = orderedKinds.filter((one) => counts[one] > 0);
  return (
    <ListPage
      lead={t('lead')}
      title={t('title')}
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

function Kinds({ kinds: kindsWithItems, counts, view }: KindsProps) {
  const t = useTranslations('attention');
  const renderTable = useTable();
  // A kind remains while a dialog about its items is open, even if they are solved in the meantime.
  const [openKind, setOpenKind] = useState<AttentionKind | null>(null);
  const kinds = orderedKinds.filter((kind) => kindsWithItems.includes(kind) || kind === openKind);
  if (kinds.length === 0) {
    return (
      <EmptyList title={t(`empty.${view.filter ?? 'open'}`)}>
        {!view.filter && t('empty.openText')}
      </EmptyList>
    );
  }
  return kinds.map((kind) => {
    const label = t(`kind.${kind}.label`);
    const count = view.filter ? 0 : (counts?.[kind] ?? 0);
    return (
      <section aria-labelledby={kind} className={styles.kind} key={kind}>
        <h2 id={kind}>
          {label}
          {count > 0 && <span className={styles.count}> {formatCount(count)}</span>}
        </h2>
        <p className="muted">{t(`kind.${kind}.nextAction`)}</p>
        <Suspense fallback={<SkeletonTable {...renderTable(kind)} label={label} />}>
          <KindItems
            key={`${view.filter} ${view.after}`}
            kind={kind}
            onDialogChange={(isOpen) => setOpenKind(isOpen ? kind : null)}
            view={view}
          />
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
  const t = useTranslations('attention');
  const createColumns = useColumns();
  return (
    <ListPage filter={null} lead={t('lead')} title={t('title')}>
      <SkeletonTable
        className={styles.table}
        columns={createColumns('reason', 'since', false)}
        label={t('loading')}
      />
    </ListPage>
  );
}

/** Returns the columns of a table of items. */
function useColumns() {
  const t = useTranslations('attention');
  return (
    detail: 'buyer' | 'reason' | 'note',
    when: (typeof kindDescriptions)[AttentionKind]['when'],
    canTriage: boolean,
  ): readonly ColumnHead[] => [
    { heading: t('column.subject'), className: `${cells.title} ${styles.subject}` },
    { heading: t(`column.${detail}`), className: styles.detail },
    { heading: t('column.assignee'), className: styles.assignee },
    { heading: t(`when.${when}`), className: cells.when },
    ...(canTriage ? [{ heading: t('column.actions'), className: styles.actions }] : []),
  ];
}

/** Returns the layout of the table of a kind. */
function useTable() {
  const createColumns = useColumns();
  const canTriage = usePermission('triage');
  return (kind: AttentionKind) => {
    const { detail, when } = kindDescriptions[kind];
    const columns = createColumns(detail?.column ?? 'note', when, canTriage);
    // Null leaves room for the check boxes; without permission, there is no such column.
    return { className: styles.table, columns, selectAll: canTriage ? null : undefined };
  };
}

interface KindItemsProps {
  readonly kind: AttentionKind;
  readonly view: AttentionView;
  /** Receives whether a dialog about selected items is open. */
  readonly onDialogChange: (isOpen: boolean) => void;
}

function KindItems({ kind, view, onDialogChange }: KindItemsProps) {
  const t = useTranslations('attention');
  const canTriage = usePermission('triage');
  const renderTable = useTable();
  const [items] = trpc.attention.listItems.useSuspenseQuery(attentionListInput(kind, view), {
    refetchInterval: LIST_REFRESH_MS,
  });
  const selection = useSelection(items.data);
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const label = t(`kind.${kind}.label`);
  const { filter } = view;
  const count = selection.rows.length;
  return (
    <>
      {items.data.length === 0 ? (
        <EmptyList
          action={<Link href={attentionHref()}>{t('empty.link')}</Link>}
          title={t(`empty.${filter ?? 'kind'}`)}
        />
      ) : (
        <TableFrame
          {...renderTable(kind)}
          caption={label}
          selectAll={
            canTriage ? (
              <SelectAll
                label={t('bulk.allOfKind', { kind: label })}
                pageSize={items.data.length}
                selection={selection}
              />
            ) : undefined
          }
        >
          {items.data.map((item) => (
            <ItemRow item={item} key={item.id} selection={canTriage ? selection : null} />
          ))}
        </TableFrame>
      )}
      <p className="unseen" role="status">
        {count > 0 && t('bulk.announcement', { count })}
      </p>
      {(count > 0 || isDialogOpen) && (
        <BulkTriage
          kind={kind}
          onDialogChange={(isOpen: boolean) => {
            setIsDialogOpen(isOpen);
            onDialogChange(isOpen);
          }}
          pageSize={items.data.length}
          selection={selection}
        />
      )}
      <MoreItems items={items} kind={kind} view={view} />
    </>
  );
}

interface MoreItemsProps {
  readonly kind: AttentionKind;
  readonly view: AttentionView;
  readonly items: Outputs['attention']['listItems'];
}

/** The links to the other items of a kind. */
function MoreItems({ kind, view: { kind: chosen, filter, after }, items }: MoreItemsProps) {
  const t = useTranslations('attention');
  if (items.data.length === 0) return null;
  if (chosen) {
    return (
      <Pagination
        links={[
          after ? { label: t('page.first'), href: attentionHref({ kind, filter }) } : null,
          items.next_cursor
            ? {
                label: t('page.next'),
                href: attentionHref({ kind, filter, after: items.next_cursor }),
              }
            : null,
        ]}
      />
    );
  }
  if (!items.has_more) return null;
  return (
    <Link className={styles.all} href={attentionHref({ kind, filter })} prefetch={false}>
      {t.rich('page.all', { kind: t(`kind.${kind}.label`), unseen })}
    </Link>
  );
}
