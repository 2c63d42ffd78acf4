import { Amount } from '@parley/ui/components';
import { useTranslations } from 'next-intl';
import { useFigureFormats } from './format-figures.ts';
import styles from './overview-page.module.css';
import type { PeriodFigures, PeriodProps } from './period-figures.ts';

/** What the sessions took that were paid in the period, by currency. */
export function Volume({ period, before }: PeriodProps) {
  const t = useTranslations('overview.volume');
  const { formatChange, formatNumber } = useFigureFormats();
  const currencies = [
    ...new Set([...period.volume, ...(before?.volume ?? [])].map(({ currency }) => currency)),
  ];
  return (
    <section aria-labelledby="volume" className={`card ${styles.card}`}>
      <h2 id="volume">{t('title')}</h2>
      <p className="muted">{t('lead')}</p>
      {currencies.length === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <table className={styles.table}>
          <caption className="unseen">{t('caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('currency')}</th>
              <th scope="col">{t('volume')}</th>
              <th scope="col">{t('payments')}</th>
              {before && <th scope="col">{t('change')}</th>}
            </tr>
          </thead>
          <tbody>
            {currencies.map((currency) => {
              const [now, then] = [getVolume(period, currency), getVolume(before, currency)];
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
                    <td>{formatChange(now.amount_minor, then.amount_minor) ?? t('noneBefore')}</td>
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

function getVolume(figures: PeriodFigures | null, currency: string) {
  return (
    figures?.volume.find((one) => one.currency === currency) ?? { payments: 0, amount_minor: 0 }
  );
}
