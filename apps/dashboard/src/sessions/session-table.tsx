'use client';

import { Amount, StatusBadge, Timestamp } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { use } from 'react';
import { sessionHref } from '#addresses/sessions.ts';
import { CopyId } from '#components/copy-id.tsx';
import { useExplainReason } from '#format/explain-reason.ts';
import { FilterPlaceholder, ListPage } from '#lists/list-page.tsx';
import cells from '#lists/table.module.css';
import {
  AboveRowLink,
  type Column,
  SelectAll,
  SelectCell,
  SkeletonTable,
  Table,
} from '#lists/table.tsx';
import type { Selection } from '#lists/use-selection.ts';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import type { Outputs } from '#trpc/client.ts';
import { SessionColumns } from './column-choice.ts';
import { defaultSessionColumns, type SessionColumn } from './session-columns.ts';
import styles from './session-list.module.css';

export type SessionRow = Outputs['sessions']['listOverviews']['data'][number];

/** What a list calls a session: its cart, or the buyer if the cart has no items. */
export function useSessionName() {
  const t = useTranslations('sessionList');
  return ({ cart_summary, buyer_reference }: SessionRow): string =>
    cart_summary
      ? t('name', { first: cart_summary.first_item, more: cart_summary.more_items })
      : buyer_reference;
}

/** The columns by their names. Headings are `sessionList.column`. */
function useColumns(names: readonly SessionColumn[]): readonly Column<SessionRow>[] {
  const t = useTranslations('sessionList');
  const labels = useStatusLabels();
  const explainReason = useExplainReason();
  const getName = useSessionName();
  const columns: Record<SessionColumn, Omit<Column<SessionRow>, 'heading'>> = {
    status: {
      className: `${cells.status} ${styles.status}`,
      cell: ({ status, payment_status: payment }) => (
        <StatusBadge status={labels.sessionWithPayment(status, payment)} />
      ),
    },
    amount: {
      className: cells.amount,
      cell: ({ final }) => <Amount amountMinor={final.amount_minor} currency={final.currency} />,
    },
    currency: { className: styles.currency, cell: ({ final }) => final.currency.toUpperCase() },
    items: {
      className: `${cells.title} ${styles.items}`,
      isRowHeading: true,
      cell: getName,
      getHref: ({ id }) => sessionHref(id),
    },
    buyer: {
      className: styles.buyer,
      getTitle: ({ buyer_reference }) => buyer_reference,
      cell: ({ buyer_reference }) => buyer_reference,
    },
    id: {
      className: cells.id,
      cell: ({ id }) => (
        <AboveRowLink>
          <CopyId id={id} label={t('sessionId')} />
        </AboveRowLink>
      ),
    },
    created: { className: cells.when, cell: ({ created_at }) => <Timestamp at={created_at} /> },
    updated: { className: styles.time, cell: ({ updated_at }) => <Timestamp at={updated_at} /> },
    expires: { className: styles.time, cell: ({ expires_at }) => <Timestamp at={expires_at} /> },
    step: {
      className: styles.step,
      cell: ({ actionable_next_step: step }) => (step === 'none' ? '–' : labels.nextStep(step)),
    },
    reason: {
      className: styles.reason,
      getTitle: ({ status_reason: reason }) => (reason ? explainReason(reason) : undefined),
      cell: ({ status_reason: reason }) => (reason ? explainReason(reason) : '–'),
    },
  };
  return names.map((name) => ({ heading: t(`column.${name}`), ...columns[name] }));
}

/** The class that says how a table becomes narrow. */
function getClass(names: readonly SessionColumn[]): string {
  const isDefault = names.join() === defaultSessionColumns.join();
  const wide = names.length > defaultSessionColumns.length ? styles.wide : '';
  return `${styles.table} ${isDefault ? styles.standard : `${styles.custom} ${wide}`}`;
}

interface SessionTableProps {
  readonly columns: readonly SessionColumn[];
  readonly sessions: readonly SessionRow[];
  readonly selection: Selection<SessionRow>;
}

export function SessionTable({ columns, sessions, selection }: SessionTableProps) {
  const t = useTranslations('sessionList');
  const labels = useStatusLabels();
  const getName = useSessionName();
  return (
    <div className={styles.scroll}>
      <Table
        caption={t('caption')}
        className={getClass(columns)}
        columns={useColumns(columns)}
        getKey={({ id }) => id}
        rows={sessions}
        selectAll={
          <SelectAll
            label={t('selection.allOnPage')}
            pageSize={sessions.length}
            selection={selection}
          />
        }
        selectCell={(session) => (
          <SelectCell
            checked={selection.isSelected(session.id)}
            label={t('selection.one', {
              name: getName(session),
              status: labels.sessionWithPayment(session.status, session.payment_status).label,
            })}
            onChange={(_, extend) => selection.toggle(session.id, extend)}
          />
        )}
      />
    </div>
  );
}

/** The page while the list loads. */
export function SessionsLoading() {
  const t = useTranslations('sessionList');
  const names = use(SessionColumns);
  return (
    <ListPage action={null} filter={<FilterPlaceholder />} title={t('title')}>
      <div className={styles.scroll}>
        <SkeletonTable
          className={getClass(names)}
          columns={useColumns(names)}
          label={t('loading')}
          selectAll={null}
        />
      </div>
    </ListPage>
  );
}
