'use client';

import { Amount, CopyId, StatusBadge, Timestamp } from '@parley/ui/components';
import { nextStepLabels, sessionStatusLabels } from '@parley/ui/status';
import cells from '#lists/table.module.css';
import {
  AboveRowLink,
  type Columns,
  RowLink,
  SelectBox,
  SelectCell,
  SkeletonTable,
  Table,
  TableRow,
} from '#lists/table.tsx';
import type { Selection } from '#lists/use-selection.ts';
import { useMode } from '#shell/person-context.tsx';
import type { Outputs } from '#trpc/client.ts';
import { sessionHref } from './search-params.ts';
import styles from './session-list.module.css';

export type SessionRow = Outputs['sessions']['listOverviews']['data'][number];

const columns: Columns = [
  ['Status', cells.status],
  ['Amount', cells.amount],
  ['Items', cells.title],
  ['Buyer', styles.buyer],
  ['Session', cells.id],
  ['Created', cells.when],
  ['Next step', styles.step],
];

/** What a list calls a session: its cart, or the buyer if the cart has no items. */
export const nameOf = ({ cart_description, buyer_reference }: SessionRow): string =>
  cart_description ?? buyer_reference;

interface SessionTableProps {
  readonly sessions: readonly SessionRow[];
  readonly selection: Selection<SessionRow>;
}

export function SessionTable({ sessions, selection }: SessionTableProps) {
  const { rows, selectAll } = selection;
  const all = rows.length === sessions.length;
  return (
    <Table
      caption="Sessions, newest first"
      className={styles.table}
      columns={columns}
      selectAll={
        <SelectBox
          checked={all}
          isMixed={rows.length > 0 && !all}
          label="Select all sessions on this page"
          onChange={selectAll}
        />
      }
    >
      {sessions.map((session) => (
        <Row key={session.id} selection={selection} session={session} />
      ))}
    </Table>
  );
}

/** The table while the list loads. */
export function SessionsSkeleton() {
  return (
    <SkeletonTable className={styles.table} columns={columns} label="sessions" selectAll={null} />
  );
}

interface RowProps {
  readonly session: SessionRow;
  readonly selection: Selection<SessionRow>;
}

function Row({ session, selection }: RowProps) {
  const mode = useMode();
  const { id, status, actionable_next_step: step } = session;
  return (
    <TableRow>
      <SelectCell
        checked={selection.isSelected(id)}
        label={`Select ${nameOf(session)}, ${sessionStatusLabels[status].label}`}
        onChange={(_, extend) => selection.toggle(id, extend)}
      />
      <td className={cells.status}>
        <StatusBadge status={sessionStatusLabels[status]} />
      </td>
      <td className={cells.amount}>
        <Amount amountMinor={session.final.amount_minor} currency={session.final.currency} />
      </td>
      <th className={cells.title} scope="row">
        <RowLink href={sessionHref(mode, id)}>{nameOf(session)}</RowLink>
      </th>
      <td className={styles.buyer} title={session.buyer_reference}>
        {session.buyer_reference}
      </td>
      <td className={cells.id}>
        <AboveRowLink>
          <CopyId id={id} label="session id" />
        </AboveRowLink>
      </td>
      <td className={cells.when}>
        <Timestamp at={session.created_at} />
      </td>
      <td className={styles.step}>{step === 'none' ? '–' : nextStepLabels[step]}</td>
    </TableRow>
  );
}
