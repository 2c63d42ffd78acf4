import { formatPoints, formatRate, formatSeconds } from './format-figures.ts';
import styles from './overview-page.module.css';
import type { PeriodProps } from './period-figures.ts';

/** The success rate and the time to pay. */
export function Rates({ period, before }: PeriodProps) {
  const { success_rate: rate, median_seconds_to_pay: seconds } = period;
  const rateBefore = before?.success_rate ?? null;
  const secondsBefore = before?.median_seconds_to_pay ?? null;
  return (
    <dl className={styles.rates}>
      <div className={`card ${styles.card}`}>
        <dt>Success rate</dt>
        <dd className={styles.value}>{formatRate(rate)}</dd>
        <dd className="muted">
          of the opened sessions were paid
          {rate !== null && rateBefore !== null && (
            <>
              {': '}
              {formatPoints(rate, rateBefore)} from {formatRate(rateBefore)}
            </>
          )}
        </dd>
      </div>
      <div className={`card ${styles.card}`}>
        <dt>Median time to pay</dt>
        <dd className={styles.value}>{seconds === null ? '–' : `≈ ${formatSeconds(seconds)}`}</dd>
        <dd className="muted">
          from creation to payment
          {secondsBefore !== null && `, ≈ ${formatSeconds(secondsBefore)} before`}
        </dd>
      </div>
    </dl>
  );
}
