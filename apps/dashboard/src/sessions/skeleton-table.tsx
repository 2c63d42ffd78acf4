import styles from './session-table.module.css';
import { TableHead } from './table-head.tsx';

const rows = Array.from({ length: 12 }, (_, index) => index);
const cells = ['status', 'amount', 'bought', 'buyer', 'id', 'created', 'step'] as const;

/** The table before its rows are known, in the same place and of the same height. */
export function SkeletonTable() {
  return (
    <div aria-busy="true">
      <p className="unseen" role="status">
        Loading sessions
      </p>
      <table aria-hidden="true" className={styles.table}>
        <TableHead />
        <tbody>
          {rows.map((row) => (
            <tr className={styles.row} key={row}>
              {cells.map((cell) => (
                <td className={styles[cell]} key={cell}>
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
