'use client';

import { Amount, StatusBadge, Timestamp } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { type ReactNode, use } from 'react';
import { sessionHref } from '#addresses/sessions.ts';
import { CopyId } from '#components/copy-id.tsx';
import { useExplainReason } from '#format/explain-reason.ts';
import cells from '#lists/table.module.css';
import {
  AboveRowLink,
  RowLink,
  SelectBox,
  SelectCell,
  SkeletonTable,
  Table,
  TableRow,
} from '#lists/table.tsx';
import type { Selection } from '#lists/use-selection.ts';
import { useStatusLabels } from '#messages/use-status-labels.ts';
import { useMode } from '#person/person-context.tsx';
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

const classes: Record<SessionColumn, string | undefined> = {
  status: `${cells.status} ${styles.status}`,
  amount: cells.amount,
  currency: styles.currency,
  items: `${cells.title} ${styles.items}`,
  buyer: styles.buyer,
  id: cells.id,
  created: cells.when,
  updated: styles.time,
  expires: styles.time,
  step: styles.step,
  reason: styles.reason,
};

/** The head of the table, and the class that says how it becomes narrow. */
function useLayout(columns: readonly SessionColumn[]) {
  const t = useTranslations('sessionList.column');
  const isDefault = columns.join() === defaultSessionColumns.join();
  const wide = columns.length > defaultSessionColumns.length ? styles.wide : '';
  return {
    className: `${styles.table} ${isDefault ? styles.standard : `${styles.custom} ${wide}`}`,
    columns: columns.map((column) => [t(column), classes[column]] as const),
  };
}

interface SessionTableProps {
  readonly columns: readonly SessionColumn[];
  readonly sessions: readonly SessionRow[];
  readonly selection: Selection<SessionRow>;
}

export function SessionTable({ columns, sessions, selection }: SessionTableProps) {
  const t = useTranslations('sessionList');
  const { rows, selectAll } = selection;
  const all = rows.length === sessions.length;
  return (
    <div className={styles.scroll}>
      <Table
        {...useLayout(columns)}
        caption={t('caption')}
        selectAll={
          <SelectBox
            checked={all}
            isMixed={rows.length > 0 && !all}
            label={t('selection.allOnPage')}
            onChange={selectAll}
          />
        }
      >
        {sessions.map((session) => (
          <Row columns={columns} key={session.id} selection={selection} session={session} />
        ))}
      </Table>
    </div>
  );
}

/** The table while the list loads. */
export function SessionsSkeleton() {
  const t = useTranslations('sessionList');
  return (
    <div className={styles.scroll}>
      <SkeletonTable {...useLayout(use(SessionColumns))} label={t('loading')} selectAll={null} />
    </div>
  );
}

interface RowProps {
  readonly columns: readonly SessionColumn[];
  readonly session: SessionRow;
  readonly selection: Selection<SessionRow>;
}

function Row({ columns, session, selection }: RowProps) {
  const t = useTranslations('sessionList');
  const labels = useStatusLabels();
  const explainReason = useExplainReason();
  const mode = useMode();
  const { id, status, payment_status: payment } = session;
  const name = useSessionName()(session);
  return (
    <TableRow>
      <SelectCell
        checked={selection.isSelected(id)}
        label={t('selection.one', {
          name,
          status: labels.sessionWithPayment(status, payment).label,
        })}
        onChange={(_, extend) => selection.toggle(id, extend)}
      />
      {columns.map((column) =>
        column === 'items' ? (
          <th className={classes.items} key={column} scope="row">
            <RowLink href={sessionHref(mode, id)}>{name}</RowLink>
          </th>
        ) : (
          <td
            className={classes[column]}
            data-label={t(`column.${column}`)}
            key={column}
            title={titleOf(column, session, explainReason)}
          >
            <Cell column={column} session={session} />
          </td>
        ),
      )}
    </TableRow>
  );
}

/** The full text of a cell that may be cut off. */
function titleOf(
  column: SessionColumn,
  session: SessionRow,
  explainReason: (reason: string) => string,
): string | undefined {
  if (column === 'buyer') return session.buyer_reference;
  if (column === 'reason' && session.status_reason) return explainReason(session.status_reason);
  return undefined;
}

interface CellProps {
  readonly column: Exclude<SessionColumn, 'items'>;
  readonly session: SessionRow;
}

function Cell({ column, session }: CellProps): ReactNode {
  const t = useTranslations('sessionList');
  const labels = useStatusLabels();
  const explainReason = useExplainReason();
  const { status, final, actionable_next_step: step, status_reason: reason } = session;
  switch (column) {
    case 'status':
      return <StatusBadge status={labels.sessionWithPayment(status, session.payment_status)} />;
    case 'amount':
      return <Amount amountMinor={final.amount_minor} currency={final.currency} />;
    case 'currency':
      return final.currency.toUpperCase();
    case 'buyer':
      return session.buyer_reference;
    case 'id':
      return (
        <AboveRowLink>
          <CopyId id={session.id} label={t('sessionId')} />
        </AboveRowLink>
      );
    case 'created':
      return <Timestamp at={session.created_at} />;
    case 'updated':
      return <Timestamp at={session.updated_at} />;
    case 'expires':
      return <Timestamp at={session.expires_at} />;
    case 'step':
      return step === 'none' ? '–' : labels.nextStep(step);
    case 'reason':
      return reason ? explainReason(reason) : '–';
  }
}
