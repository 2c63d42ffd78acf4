import { SkeletonTable } from '../list/skeleton-table.tsx';
import { TableHead } from '../list/table-head.tsx';
import styles from './endpoint-table.module.css';

const columns = [
  ['Status', styles.status],
  ['Endpoint', styles.url],
  ['Events', styles.events],
  ['Delivered, 24 h', styles.number],
  ['Failed tries', styles.number],
  ['Waiting', styles.number],
  ['Since', styles.since],
] as const;

export function EndpointHead() {
  return <TableHead columns={columns} />;
}

/** The list before its rows are known. */
export function EndpointsSkeleton() {
  return (
    <SkeletonTable
      cells={columns.map(([, cell]) => cell)}
      head={<EndpointHead />}
      label="endpoints"
      row={styles.row}
      table={styles.table}
    />
  );
}
