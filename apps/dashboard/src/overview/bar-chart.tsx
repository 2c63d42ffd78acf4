'use client';

import type { OverviewPeriod } from '@parley/domain';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { createScale } from './chart-scale.ts';
import styles from './payments-chart.module.css';
import type { Series } from './series.ts';

/** A bar with its values, and what it is compared with. */
interface Point {
  readonly from: string;
  readonly name: string;
  /** Its name on the axis. */
  readonly label: string;
  readonly value: number;
  readonly before: { readonly name: string; readonly value: number } | null;
}

interface BarChartProps {
  readonly period: OverviewPeriod;
  readonly points: readonly Point[];
  readonly series: Series;
  readonly unit: 'hour' | 'day' | 'week';
}

/** In pixels; the width is that of the page. */
const HEIGHT = 160;
const TOP = 10;
/** Every such bar has a label, counted from the last one; others on a narrow screen have none. */
const labelled: Readonly<
  Record<OverviewPeriod, { readonly wide: number; readonly narrow: number }>
> = {
  '24h': { wide: 3, narrow: 6 },
  '7d': { wide: 1, narrow: 2 },
  '30d': { wide: 3, narrow: 9 },
  '13w': { wide: 2, narrow: 4 },
};

/** Where each key moves to from a bar. */
const moves: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/**
 * Bars of a period, each with a mark at the value of the period before. The pointer and the arrow keys
 * choose a bar, whose values are written above. Positions are attributes: the CSP refuses styles of
 * elements.
 */
export function BarChart({ period, points, series, unit }: BarChartProps) {
  const t = useTranslations('overview.chart');
  const { label, format, formatShort } = series;
  const last = points.length - 1;
  const [chosen, setChosen] = useState(last);
  const at = Math.min(chosen, last);
  const point = points[at];
  if (!point) return null;
  const isRunning = at === last;
  const summary = t(isRunning ? 'pointSoFar' : 'point', {
    name: point.name,
    value: format(point.value),
  });
  const compared =
    point.before &&
    t(isRunning ? 'beforeUntilThen' : 'point', {
      name: point.before.name,
      value: format(point.before.value),
    });
  const lines = createScale(
    Math.max(...points.map(({ value, before }) => Math.max(value, before?.value ?? 0))),
  );
  const y = (value: number) => TOP + HEIGHT * (1 - value / (lines.at(-1) ?? 1));
  const band = 100 / points.length;

  function choose(event: KeyboardEvent) {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    setChosen(Math.max(0, Math.min(move(at, last), last)));
  }
  function pointAt(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - left) / width;
    setChosen(Math.max(0, Math.min(Math.floor(share * points.length), last)));
  }

  return (
    <>
      <p className={styles.values}>
        <span>
          <svg aria-hidden="true" height="10" width="10">
            <rect className={styles.now} height="10" rx="2" width="10" />
          </svg>
          <span>{summary}</span>
        </span>
        {compared && (
          <span className="muted">
            <svg aria-hidden="true" height="10" width="10">
              <rect className={styles.before} height="3" width="10" y="4" />
            </svg>
            <span>{compared}</span>
          </span>
        )}
      </p>
      <div className={styles.chart}>
        <svg aria-hidden="true" className={styles.axis} height={HEIGHT + TOP + 24} width="48">
          {lines.map((value) => (
            <text className={styles.text} key={value} textAnchor="end" x="40" y={y(value) + 4}>
              {formatShort(value)}
            </text>
          ))}
        </svg>
        <div
          aria-label={t(`by.${unit}`, { series: label })}
          aria-valuemax={points.length}
          aria-valuemin={1}
          aria-valuenow={at + 1}
          aria-valuetext={[summary, compared].filter(Boolean).join('; ')}
          className={styles.plot}
          onKeyDown={choose}
          onPointerDown={pointAt}
          onPointerMove={pointAt}
          role="slider"
          tabIndex={0}
        >
          <svg aria-hidden="true" className={styles.bars} height={HEIGHT + TOP + 24} width="100%">
            <rect
              className={styles.chosen}
              height={HEIGHT + TOP}
              width={`${band}%`}
              x={`${at * band}%`}
            />
            {lines.map((value) => (
              <line className={styles.line} key={value} x2="100%" y1={y(value)} y2={y(value)} />
            ))}
            {points.map(({ from, value }, n) => (
              <rect
                className={styles.now}
                height={y(0) - y(value)}
                key={from}
                rx="1"
                width={`${band * 0.64}%`}
                x={`${(n + 0.18) * band}%`}
                y={y(value)}
              />
            ))}
            {points.map(
              ({ from, before }, n) =>
                before && (
                  <rect
                    className={styles.before}
                    height="3"
                    key={from}
                    width={`${band}%`}
                    x={`${n * band}%`}
                    y={y(before.value) - 1.5}
                  />
                ),
            )}
            {points.map((one, n) => {
              const { wide, narrow } = labelled[period];
              if ((last - n) % wide !== 0) return null;
              const isWideOnly = (last - n) % narrow !== 0;
              // The last of many bars is so narrow that a label in its middle would leave the card.
              const isAtEnd = n === last && period === '30d';
              return (
                <text
                  className={isWideOnly ? `${styles.text} ${styles.wide}` : styles.text}
                  key={one.from}
                  textAnchor={isAtEnd ? 'end' : 'middle'}
                  x={isAtEnd ? '100%' : `${(n + 0.5) * band}%`}
                  y={HEIGHT + TOP + 18}
                >
                  {one.label}
                </text>
              );
            })}
          </svg>
        </div>
      </div>
    </>
  );
}
