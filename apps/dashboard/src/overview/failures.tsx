import { explainReason } from '#sessions/explain-reason.ts';
import { formatNumber } from './format-figures.ts';
import styles from './overview-page.module.css';
import type { PeriodProps } from './period-figures.ts';

/** The reasons that are shown, of those that have the most attempts. */
const MAX_REASONS = 8;

/** The attempts that failed in the period, by reason. Shows nothing if none did. */
export function Failures({ period: { failures } }: Pick<PeriodProps, 'period'>) {
  if (failures.length === 0) return null;
  const rest = failures.slice(MAX_REASONS).reduce((sum, { attempts }) => sum + attempts, 0);
  return (
    <section aria-labelledby="failures" className={`card ${styles.card}`}>
      <h2 id="failures">Failed attempts</h2>
      <p className="muted">
        Attempts that ended without a payment. A declined card does not end an attempt.
      </p>
      <table className={styles.table}>
        <caption className="unseen">Failed attempts by reason</caption>
        <thead>
          <tr>
            <th scope="col">Reason</th>
            <th scope="col">Attempts</th>
          </tr>
        </thead>
        <tbody>
          {failures.slice(0, MAX_REASONS).map(({ reason, attempts }) => (
            <tr key={reason}>
              <th scope="row">
                {reason === 'unknown' ? 'No reason was reported.' : explainReason(reason)}
              </th>
              <td>{formatNumber(attempts)}</td>
            </tr>
          ))}
          {rest > 0 && (
            <tr>
              <th scope="row">Other reasons</th>
              <td>{formatNumber(rest)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}
