import { useTranslations } from 'next-intl';
import { computeRate, useFigureFormats } from './format-figures.ts';
import styles from './overview-page.module.css';
import type { PeriodProps } from './period-figures.ts';

const steps = [
  { name: 'created', after: null },
  { name: 'opened', after: 'created' },
  { name: 'paid', after: 'opened' },
  { name: 'provisioned', after: 'paid' },
] as const;

/** How many of the sessions that were created in the period reached each step. */
export function Funnel({ period: { funnel }, before }: PeriodProps) {
  const t = useTranslations('overview.funnel');
  const { formatNumber, formatRate } = useFigureFormats();
  const most = Math.max(funnel.created, before?.funnel.created ?? 0, 1);
  return (
    <section aria-labelledby="funnel" className={`card ${styles.card}`}>
      <h2 id="funnel">{t('title')}</h2>
      <p className="muted">{t('lead')}</p>
      <table className={styles.table}>
        <caption className="unseen">{t('caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('step')}</th>
            <td className={styles.bars} />
            <th scope="col">{t('sessions')}</th>
            <th scope="col">{t('share')}</th>
            {before && <th scope="col">{t('sessionsBefore')}</th>}
          </tr>
        </thead>
        <tbody>
          {steps.map(({ name, after }) => (
            <tr key={name}>
              <th scope="row">{t(name)}</th>
              <td className={styles.bars}>
                <Bars before={before && before.funnel[name] / most} share={funnel[name] / most} />
              </td>
              <td>
                <strong>{formatNumber(funnel[name])}</strong>
              </td>
              <td>{after ? formatRate(computeRate(funnel[name], funnel[after])) : ''}</td>
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
          {t('legend')}
          <svg aria-hidden="true" height="10" width="10">
            <rect className={styles.before} height="10" width="10" />
          </svg>
          {t('legendBefore')}
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
