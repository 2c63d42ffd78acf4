import { formatNumber, formatRate, rateOf } from './format-figures.ts';
import styles from './overview-page.module.css';
import type { PeriodProps } from './period-figures.ts';

const steps = [
  { name: 'created', label: 'Created', after: null },
  { name: 'opened', label: 'Opened by the payer', after: 'created' },
  { name: 'paid', label: 'Paid', after: 'opened' },
  { name: 'provisioned', label: 'Provisioned', after: 'paid' },
] as const;

/** How many of the sessions that were created in the period reached each step. */
export function Funnel({ period: { funnel }, before }: PeriodProps) {
  const most = Math.max(funnel.created, before?.funnel.created ?? 0, 1);
  return (
    <section aria-labelledby="funnel" className={`card ${styles.card}`}>
      <h2 id="funnel">From creation to fulfillment</h2>
      <p className="muted">
        The sessions that were created in the period, and how far they have come until now.
      </p>
      <table className={styles.table}>
        <caption className="unseen">Sessions that reached each step</caption>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <td className={styles.bars} />
            <th scope="col">Sessions</th>
            <th scope="col">Of the step before</th>
            {before && <th scope="col">Sessions before</th>}
          </tr>
        </thead>
        <tbody>
          {steps.map(({ name, label, after }) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              <td className={styles.bars}>
                <Bars before={before && before.funnel[name] / most} share={funnel[name] / most} />
              </td>
              <td>
                <strong>{formatNumber(funnel[name])}</strong>
              </td>
              <td>{after ? formatRate(rateOf(funnel[name], funnel[after])) : ''}</td>
              {before && <td>{formatNumber(before.funnel[name])}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {before && (
        <p aria-hidden="true" className={`small ${styles.legend}`}>
          <svg aria-hidden="true" height="10" width="10">
            <rect className={styles.now} height="10" width="10" />
          </svg>
          This period
          <svg aria-hidden="true" height="10" width="10">
            <rect className={styles.before} height="10" width="10" />
          </svg>
          The one before
        </p>
      )}
    </section>
  );
}

interface BarsProps {
  /** From 0 to 1. */
  readonly share: number;
  readonly before: number | null;
}

/** The widths are attributes: the CSP refuses styles of elements. */
function Bars({ share, before }: BarsProps) {
  return (
    <svg aria-hidden="true" className={styles.bar} height={before === null ? 12 : 18} width="100%">
      <rect className={styles.now} height="12" rx="2" width={`${share * 100}%`} />
      {before !== null && (
        <rect className={styles.before} height="4" rx="2" width={`${before * 100}%`} y="14" />
      )}
    </svg>
  );
}
