import { SkeletonTable } from '../list/skeleton-table.tsx';
import { TableHead } from '../list/table-head.tsx';
import styles from './subscription-table.module.css';

const columns = [
  ['Status', styles.status],
  ['Last invoice', styles.amount],
  ['Buyer', styles.buyer],
  ['Configuration', styles.configuration],
  ['Subscription', styles.id],
  ['Period ends', `${styles.when} ${styles.ends}`],
  ['Created', `${styles.when} ${styles.created}`],
] as const;

export function SubscriptionsHead() {
  return <TableHead columns={columns} />;
}

/** The list before its rows are known. */
export function SubscriptionsSkeleton() {
  return (
    <SkeletonTable
      cells={columns.map(([, cell]) => cell)}
      head={<SubscriptionsHead />}
      label="subscriptions"
      row={styles.row}
      table={styles.table}
    />
  );
}
