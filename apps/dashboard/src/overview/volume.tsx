import { Amount } from '@parley/ui/components';
import { formatChange, formatNumber } from './format-figures.ts';
import styles from './overview-page.module.css';
import type { PeriodFigures, PeriodProps } from './period-figures.ts';

/** What the sessions took that were paid in the period, by currency. */
export function Volume({ period, before }: PeriodProps) {
  const currencies = [
    ...new Set([...period.volume, ...(before?.volume ?? [])].map(({ currency }) => currency)),
  ];
  return (
    <section aria-labelledby="volume" className={`card ${styles.card}`}>
      <h2 id="volume">Gross volume</h2>
      <p className="muted">Payments of the period. Refunds and disputes are not subtracted.</p>
      {currencies.length === 0 ? (
        <p>No session was paid.</p>
      ) : (
        <table className={styles.table}>
          <caption className="unseen">Gross volume by currency</caption>
          <thead>
            <tr>
              <th scope="col">Currency</th>
              <th scope="col">Volume</th>
              <th scope="col">Payments</th>
              {before && <th scope="col">Change</th>}
            </tr>
          </thead>
          <tbody>
            {currencies.map((currency) => {
              const [now, then] = [volumeOf(period, currency), volumeOf(before, currency)];
              return (
                <tr key={currency}>
                  <th scope="row">{currency.toUpperCase()}</th>
                  <td>
                    <strong>
                      <Amount amountMinor={now.amount_minor} currency={currency} />
                    </strong>
                  </td>
                  <td>{formatNumber(now.payments)}</td>
                  {before && (
                    <td>{formatChange(now.amount_minor, then.amount_minor) ?? 'none before'}</td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}

function volumeOf(figures: PeriodFigures | null, currency: string) {
  return (
    figures?.volume.find((one) => one.currency === currency) ?? { payments: 0, amount_minor: 0 }
  );
}
