'use client';

import { type SessionStatus, sessionStatuses } from '@parley/domain';
import { Timestamp } from '@parley/ui/components';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { LIST_REFRESH_MS } from '#addresses/search-params.ts';
import { exportHref, getFilters, type SessionFilters, sessionsHref } from '#addresses/sessions.ts';
import { Link } from '#components/link.tsx';
import { Actions } from '#details/detail-page.tsx';
import { ExportLink } from '#lists/export-link.tsx';
import type { ListProps } from '#lists/list.tsx';
import { EmptyList, Filter, type FilterOption, ListPage, Pagination } from '#lists/list-page.tsx';
import { Updated } from '#lists/updated.tsx';
import type { StatusLabels } from '#messages/status-labels.ts';
import type { Translator } from '#messages/translator.ts';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { useMode, usePermission } from '#person/person-context.tsx';
import { type Outputs, trpc } from '#trpc/client.ts';
import { useColumnChoice } from './column-choice.ts';
import { CreateTestSession } from './create-test-session.tsx';
import { SavedViews } from './saved-views.tsx';
import { SelectableSessions } from './selectable-sessions.tsx';
import { SessionFilterBar } from './session-filter-bar.tsx';
import type { sessionListInput } from './session-list-input.ts';

// The first load of the page stays small. The button has its place before.
const ColumnMenu = dynamic(async () => (await import('./column-menu.tsx')).ColumnMenu, {
  ssr: false,
  loading: ColumnMenuLoading,
});

function ColumnMenuLoading() {
  const t = useTranslations('sessionList.columns');
  return (
    <button aria-disabled className="button" type="button">
      {t('trigger')}
    </button>
  );
}

/** A count reads up to 10,000 index entries per status, so it is read less often than the list. */
const COUNT_REFRESH_MS = 30_000;

/** The sessions of the merchant, by status and page. */
export function SessionList({ view, input }: ListProps<typeof sessionListInput>) {
  const t = useTranslations('sessionList');
  const labels = useStatusLabels();
  const mode = useMode();
  const canIntegrate = usePermission('integrate');
  const [page, { dataUpdatedAt }] = trpc.sessions.listOverviews.useSuspenseQuery(input, {
    refetchInterval: LIST_REFRESH_MS,
  });
  const [counts] = trpc.sessions.countByStatus.useSuspenseQuery(undefined, {
    refetchInterval: COUNT_REFRESH_MS,
  });
  const [columns, chooseColumns] = useColumnChoice();
  const filters = getFilters(view);
  const { previous_cursor: newer, next_cursor: older } = page;
  return (
    <ListPage
      action={
        <Actions>
          <Updated at={dataUpdatedAt} />
          {page.data.length > 0 && <ColumnMenu columns={columns} onChange={chooseColumns} />}
          {(page.data.length > 0 || newer || older) && <ExportLink href={exportHref(filters)} />}
          {canIntegrate && mode === 'test' && <CreateTestSession />}
        </Actions>
      }
      filter={
        <>
          <Filter
            label={t('filter.byStatus')}
            options={filterOptions({ t, labels }, counts, filters)}
          />
          <SessionFilterBar filters={filters} />
          <SavedViews filters={filters} />
        </>
      }
      title={t('title')}
    >
      <SelectableSessions columns={columns} key={sessionsHref(view)} sessions={page.data} />
      {page.data.length === 0 && (
        <EmptySessionList filters={filters} isContinued={Boolean(newer ?? older)} />
      )}
      {page.examined_to && (
        <p className="small" role="status">
          {t.rich(view.newer ? 'page.examinedTo' : 'page.examinedBackTo', {
            at: () => <Timestamp at={page.examined_to ?? ''} />,
          })}
        </p>
      )}
      <Pagination
        links={[
          newer ? { label: t('page.newer'), href: sessionsHref({ ...filters, newer }) } : null,
          older ? { label: t('page.older'), href: sessionsHref({ ...filters, older }) } : null,
        ]}
      />
    </ListPage>
  );
}

type StatusCounts = Outputs['sessions']['countByStatus'];

/**
 * All sessions, those that need attention, then every status that exists. The counts are those of all sessions,
 * so they are left out while another filter is set, which the links keep.
 */
function filterOptions(
  { t, labels }: { readonly t: Translator<'sessionList'>; readonly labels: StatusLabels },
  counts: StatusCounts,
  filters: SessionFilters,
): FilterOption[] {
  const { status: selected = [], attention, search: _, ...others } = filters;
  const hasOthers = Object.values(others).some(Boolean);
  const countsByStatus = new Map(counts.map((entry) => [entry.status, entry]));
  const optionFor = (option: SessionStatus): FilterOption => ({
    label: labels.session(option).label,
    href: sessionsHref({ ...others, status: [option] }),
    selected: selected.length === 1 && selected[0] === option,
    ...(!hasOthers && {
      count: countsByStatus.get(option)?.count ?? 0,
      hasMore: countsByStatus.get(option)?.has_more ?? false,
    }),
    ...(option === 'payment_conflicted' && { tone: 'critical' as const }),
  });
  const existing = sessionStatuses.filter(
    (option) => countsByStatus.has(option) || selected.includes(option),
  );
  const most = counts.find(({ has_more }) => has_more);
  const all = {
    label: t('filter.all'),
    href: sessionsHref(others),
    selected: selected.length === 0 && !attention,
    ...(!hasOthers && {
      // The sum of capped counts would look exact.
      count: most?.count ?? counts.reduce((sum, { count }) => sum + count, 0),
      hasMore: most !== undefined,
    }),
  };
  const needsAttention = {
    label: t('filter.needsAttention'),
    href: sessionsHref({ ...others, attention: 'true' }),
    selected: attention === 'true' && selected.length === 0,
  };
  return [all, needsAttention, ...existing.map(optionFor)];
}

interface EmptySessionListProps {
  readonly filters: SessionFilters;
  /** Whether an adjacent page may have sessions. */
  readonly isContinued: boolean;
}

function EmptySessionList({ filters, isContinued }: EmptySessionListProps) {
  const t = useTranslations('sessionList');
  const labels = useStatusLabels();
  const mode = useMode();
  const { status = [], attention, search, ...others } = filters;
  const [only] = status;
  const showAll = (
    <Link className="button" href={sessionsHref()}>
      {t('empty.showAll')}
    </Link>
  );
  if (search) {
    return (
      <EmptyList action={showAll} title={t('empty.id')}>
        {t.rich('empty.idText', { code: () => <code>pi_…</code> })}
      </EmptyList>
    );
  }
  const hasOthers = status.length > 0 || Object.values(others).some(Boolean);
  if (attention && !isContinued && !hasOthers) {
    return <EmptyList action={showAll} title={t('empty.attention')} />;
  }
  if (attention || isContinued || status.length > 1 || Object.values(others).some(Boolean)) {
    return (
      <EmptyList action={showAll} title={t(isContinued ? 'empty.noMatchHere' : 'empty.noMatch')}>
        {t('empty.widen')}
      </EmptyList>
    );
  }
  if (only) {
    const { label, explanation } = labels.session(only);
    return (
      <EmptyList action={showAll} title={t('empty.status', { status: label })}>
        {explanation}
      </EmptyList>
    );
  }
  return (
    <EmptyList title={t('empty.title')}>
      {t.rich(`empty.${mode}`, { code: () => <code>POST /v1/proxy_sessions</code> })}
    </EmptyList>
  );
}
