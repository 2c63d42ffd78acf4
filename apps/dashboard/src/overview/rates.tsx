import { useTranslations } from 'next-intl';
import { useFigureFormats } from './format-figures.ts';
import styles from './overview-page.module.css';
import type { PeriodProps } from './period-figures.ts';

/** The success rate and the time to pay. */
export function Rates({ period, before }: PeriodProps) {
  const t = useTranslations('overview.rates');
  const { formatPoints, formatRate, formatSeconds } = useFigureFormats();
  const { success_rate: rate, median_seconds_to_pay: seconds } = period;
  const rateBefore = before?.success_rate ?? null;
  const secondsBefore = before?.median_seconds_to_pay ?? null;
  return (
    <dl className={styles.rates}>
      <div className={`card ${styles.card}`}>
        <dt>{t('success')}</dt>
        <dd className={styles.value}>{formatRate(rate)}</dd>
        <dd className="muted">
          {rate === null || rateBefore === null
            ? t('successHint')
            : t('successChange', {
                points: formatPoints(rate, rateBefore),
                before: formatRate(rateBefore),
              })}
        </dd>
      </div>
      <div className={`card ${styles.card}`}>
        <dt>{t('time')}</dt>
        <dd className={styles.value}>{seconds === null ? '–' : `≈ ${formatSeconds(seconds)}`}</dd>
        <dd className="muted">
          {secondsBefore === null
            ? t('timeHint')
            : t('timeChange', { before: formatSeconds(secondsBefore) })}
        </dd>
      </div>
    </dl>
  );
}
