import { formatTable, markMissed } from '../harness/report.ts';
import type { Comparison } from './compare.ts';

/** The most that p99 may be at 32 connections, as a multiple of the reference server's. */
const P99_GOAL = 2;

const rate = (value: number) => Math.round(value).toLocaleString('en');
const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0);
const us = (value: number) => value.toFixed(0);

const atLeast = (value: number, goal: number) =>
  `${markMissed(value.toFixed(2), value >= goal)} (≥ ${goal})`;
const atMost = (value: number, goal: number | undefined) =>
  goal === undefined
    ? value.toFixed(2)
    : `${markMissed(value.toFixed(2), value <= goal)} (≤ ${goal})`;

const head = [
  'measure',
  'connections',
  'API /s',
  'baseline /s',
  'ratio (goal)',
  'ratio by CPU',
  'p50 ms',
  'p99 ms',
  'p99 ratio (goal)',
  'CPU µs API',
  'CPU µs baseline',
  'CPU ratio (goal)',
  'CPU µs PostgreSQL, API / baseline',
  'CPU µs client',
];

/** The comparisons as a Markdown table. Figures in bold do not reach their goal. */
export const comparisonTable = (comparisons: readonly Comparison[]): string =>
  formatTable(
    head,
    comparisons.map(({ measure, connections, product, baseline, ratio, cpuRatio }) => [
      measure.name,
      String(connections),
      rate(product.perSecond),
      rate(baseline.perSecond),
      // With one connection, only latency matters.
      connections === 1 ? ratio.toFixed(2) : atLeast(ratio, measure.goal),
      cpuRatio.toFixed(2),
      `${ms(product.p50Ms)} / ${ms(baseline.p50Ms)}`,
      `${ms(product.p99Ms)} / ${ms(baseline.p99Ms)}`,
      atMost(product.p99Ms / baseline.p99Ms, connections === 32 ? P99_GOAL : undefined),
      us(product.cpu.server),
      us(baseline.cpu.server),
      atMost(product.cpu.server / baseline.cpu.server, measure.cpuGoal),
      `${us(product.cpu.postgres)} / ${us(baseline.cpu.postgres)}`,
      us(product.cpu.generator),
    ]),
  );
