import { SkeletonTable } from '../list/skeleton-table.tsx';
import { TableHead } from '../list/table-head.tsx';
import styles from './session-table.module.css';

const columns = [
  ['Status', styles.status],
  ['Amount', styles.amount],
  ['Bought', styles.bought],
  ['Buyer', styles.buyer],
  ['Session', styles.id],
  ['Created', styles.created],
  ['Next step', styles.step],
] as const;

export function SessionsHead() {
  return <TableHead columns={columns} />;
}

/** The list before its rows are known. */
export function SessionsSkeleton() {
  return (
    <SkeletonTable
      cells={columns.map(([, cell]) => cell)}
      head={<SessionsHead />}
      label="sessions"
      row={styles.row}
      table={styles.table}
    />
  );
}
