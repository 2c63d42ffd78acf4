import type { ReactNode } from 'react';
import styles from './table.module.css';

const rows = Array.from({ length: 12 }, (_, index) => index);

interface SkeletonTableProps {
  /** What is loading, e.g. "sessions". */
  readonly label: string;
  readonly head: ReactNode;
  /** The classes of the table, its rows and its cells. */
  readonly table: string | undefined;
  readonly row: string | undefined;
  readonly cells: readonly (string | undefined)[];
}

/** A table before its rows are known, in the same place and of the same height. */
export function SkeletonTable({ label, head, table, row, cells }: SkeletonTableProps) {
  return (
    <div aria-busy="true">
      <p className="unseen" role="status">
        Loading {label}
      </p>
      <table aria-hidden="true" className={table}>
        {head}
        <tbody>
          {rows.map((number) => (
            <tr className={row} key={number}>
              {cells.map((cell) => (
                <td className={cell} key={cell}>
                  <span className={styles.bar} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
