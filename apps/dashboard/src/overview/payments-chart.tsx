'use client';

import type { OverviewPeriod } from '@parley/domain';
import { useLocale, useTranslations } from 'next-intl';
import { useId } from 'react';
import { CHART_PARAM } from '#addresses/overview.ts';
import { bucketUnits, createBucketNames } from '#format/bucket-names.ts';
import { useSearchParam } from '#lists/use-search-param.ts';
import { BarChart } from './bar-chart.tsx';
import pageStyles from './overview-page.module.css';
import styles from './payments-chart.module.css';
import type { PeriodProps } from './period-figures.ts';
import { describePaidSessions, describeVolume } from './series.ts';

interface PaymentsChartProps extends PeriodProps {
  readonly name: OverviewPeriod;
  /** The IANA time zone of the hours, days or weeks. */
  readonly timeZone: string;
}

/** The payments of each hour, day or week of a period and of the one before, as a chart and as a table. */
export function PaymentsChart({ name, period, before, timeZone }: PaymentsChartProps) {
  const t = useTranslations('overview.chart');
  const overview = useTranslations('overview');
  const locale = useLocale();
  const unit = bucketUnits[name];
  const id = useId();
  const currencies = [
    ...new Set([...period.volume, ...(before?.volume ?? [])].map(({ currency }) => currency)),
  ];
  const paid = describePaidSessions(overview, locale);
  const all = [...currencies.map((currency) => describeVolume(overview, locale, currency)), paid];
  const [chosen, choose] = useSearchParam(CHART_PARAM);
  const series = all.find((one) => one.id === chosen) ?? all[0] ?? paid;
  const { getName, getLabel } = createBucketNames(name, { t: overview, locale, zone: timeZone });
  const points = period.buckets.map((bucket, n) => {
    const then = before?.buckets[n];
    return {
      from: bucket.from,
      label: getLabel(bucket),
      name: getName(bucket),
      value: series.getValue(bucket.volume),
      before: then ? { name: getName(then), value: series.getValue(then.volume) } : null,
    };
  });
  return (
    <section aria-labelledby={`${id}-title`} className={`card ${pageStyles.card}`}>
      <div className={styles.head}>
        <h2 id={`${id}-title`}>{t(`title.${unit}`)}</h2>
        <select
          aria-label={t('show')}
          className={`field ${styles.choice}`}
          onChange={({ target }) => choose(target.value === all[0]?.id ? null : target.value)}
          value={series.id}
        >
          {all.map((one) => (
            <option key={one.id} value={one.id}>
              {one.label}
            </option>
          ))}
        </select>
      </div>
      <figure className={styles.figure}>
        <figcaption className="unseen">
          {t(before ? `byCompared.${unit}` : `by.${unit}`, { series: series.label })}
        </figcaption>
        <BarChart period={name} points={points} series={series} unit={unit} />
      </figure>
      <details className={styles.details}>
        <summary>{t('table')}</summary>
        <table className={pageStyles.table}>
          <caption className="unseen">{t(`by.${unit}`, { series: series.label })}</caption>
          <thead>
            <tr>
              <th scope="col">{t(`unit.${unit}`)}</th>
              <th scope="col">{series.label}</th>
              {before && <th scope="col">{t(`unitBefore.${unit}`)}</th>}
              {before && <th scope="col">{t('seriesBefore', { series: series.label })}</th>}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.from}>
                <th scope="row">{point.name}</th>
                <td>{series.format(point.value)}</td>
                {before && <td>{point.before?.name}</td>}
                {before && <td>{series.format(point.before?.value ?? 0)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
