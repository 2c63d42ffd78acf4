import { MAX_COUNTED_DELIVERIES } from '@parley/domain';
import { useTimeZone } from '@parley/ui/components';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { createBucketNames } from '#format/bucket-names.ts';
import tables from '#overview/overview-page.module.css';
import type { Hour } from './endpoint-types.ts';
import { formatDeliveryCount } from './format-count.ts';
import styles from './hourly-chart.module.css';

/** In pixels; the width is that of the page. */
const HEIGHT = 72;
const LABEL_HEIGHT = 20;
/** Every such bar has a label, counted from the last one. */
const LABEL_EVERY = 6;
/** A bar of few deliveries next to one of many is still visible. */
const MIN_PART = 2;

/** From the bottom of a bar to its top. */
const outcomes = ['succeeded', 'waiting', 'failed'] as const;
type Outcome = (typeof outcomes)[number];

const getTotal = (hour: Hour) => hour.succeeded + hour.waiting + hour.failed;

/**
 * The deliveries of each of the last 24 hours, as bars and as a table. It shows nothing without a delivery.
 * Positions are attributes: the CSP refuses styles of elements.
 */
export function HourlyChart({ hours }: { readonly hours: readonly Hour[] }) {
  const t = useTranslations('webhookEndpoints.hourly');
  const overview = useTranslations('overview');
  const format = useFormatter();
  const names = createBucketNames('24h', { t: overview, locale: useLocale(), zone: useTimeZone() });
  const most = Math.max(...hours.map(getTotal));
  if (most === 0) return null;
  const getSum = (outcome: Outcome) => hours.reduce((sum, hour) => sum + hour[outcome], 0);
  const isPartial = hours.reduce((sum, hour) => sum + getTotal(hour), 0) >= MAX_COUNTED_DELIVERIES;
  const band = 100 / hours.length;
  return (
    <figure className={`card ${styles.figure}`}>
      <figcaption>
        {t('title')}
        {isPartial && (
          <p className="small muted">{t('partial', { max: MAX_COUNTED_DELIVERIES })}</p>
        )}
      </figcaption>
      <ul className={styles.legend}>
        {outcomes.map((outcome) => (
          <li key={outcome}>
            <svg aria-hidden="true" height="10" width="10">
              <rect className={styles[outcome]} height="10" rx="2" width="10" />
            </svg>
            {t(outcome)} <strong>{formatDeliveryCount(format, getSum(outcome))}</strong>
          </li>
        ))}
      </ul>
      <svg aria-hidden="true" className={styles.chart} height={HEIGHT + LABEL_HEIGHT} width="100%">
        <line className={styles.line} x2="100%" y1={HEIGHT} y2={HEIGHT} />
        {hours.map((hour, n) => (
          <g key={hour.from}>
            {getParts(hour, most).map(({ outcome, y, height }) => (
              <rect
                className={styles[outcome]}
                height={height}
                key={outcome}
                width={`${band * 0.64}%`}
                x={`${(n + 0.18) * band}%`}
                y={y}
              />
            ))}
            {(hours.length - 1 - n) % LABEL_EVERY === 0 && (
              <text
                className={styles.text}
                textAnchor="middle"
                x={`${(n + 0.5) * band}%`}
                y={HEIGHT + 16}
              >
                {names.getLabel({ ...hour, until: hour.from })}
              </text>
            )}
          </g>
        ))}
      </svg>
      <details className={styles.details}>
        <summary>{t('table')}</summary>
        <table className={tables.table}>
          <caption className="unseen">{t('title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('hour')}</th>
              {outcomes.map((outcome) => (
                <th key={outcome} scope="col">
                  {t(outcome)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {hours.map((hour) => (
              <tr key={hour.from}>
                <th scope="row">{names.getName({ ...hour, until: hour.from })}</th>
                {outcomes.map((outcome) => (
                  <td key={outcome}>{format.number(hour[outcome])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** The parts of a bar in pixels, from the bottom to the top. */
function getParts(hour: Hour, most: number) {
  let y = HEIGHT;
  return outcomes
    .filter((outcome) => hour[outcome] > 0)
    .map((outcome) => {
      const height = Math.max((hour[outcome] / most) * HEIGHT, MIN_PART);
      y -= height;
      return { outcome, y, height };
    });
}
