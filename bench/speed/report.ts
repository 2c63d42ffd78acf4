import { availableParallelism, loadavg, totalmem } from 'node:os';
import type { Comparison } from './compare.ts';
import { type Measure, P99_GOAL } from './measures.ts';

/** What a row is compared with. */
export type Goals = Pick<Measure, 'name' | 'goal' | 'accepted' | 'cpuGoal'>;

/** One line of the table. */
export interface Row extends Goals {
  readonly connections: number;
  readonly comparison: Comparison;
}

const perSecond = (value: number) => Math.round(value).toLocaleString('en');
// A baseline may have no latency and no client.
const ms = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(value < 10 ? 1 : 0));
const us = (value: number) => (value === 0 ? '–' : value.toFixed(0));
const megabytes = (bytes: number) => (bytes === 0 ? '–' : (bytes / 1e6).toFixed(0));
const ratio = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(2));

export const load = () =>
  loadavg()
    .map((one) => one.toFixed(1))
    .join(' ');

/** Describes the machine: results of different machines cannot be compared. */
export const machine = () =>
  `${availableParallelism()} cores, ${Math.round(totalmem() / 1e9)} GB, Node.js ${process.version}, load ${load()}`;

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Marks a figure that does not reach its goal. */
const against = (text: string, goal: string, reached: boolean) =>
  reached ? `${text} (${goal})` : `**${text}** (${goal})`;

function ratioCell({ comparison, goal, connections }: Row): string {
  const text = ratio(comparison.ratio);
  // With one connection, only latency matters.
  if (connections === 1) return text;
  return against(text, `≥ ${goal}`, comparison.ratio >= goal);
}

function p99Cell({ comparison: { product, baseline }, connections }: Row): string {
  const value = product.p99Ms / baseline.p99Ms;
  if (Number.isNaN(value)) return '–';
  return connections === 32
    ? against(ratio(value), `≤ ${P99_GOAL}`, value <= P99_GOAL)
    : ratio(value);
}

function cpuCell({ comparison: { product, baseline }, cpuGoal }: Row): string {
  if (baseline.cpu.server === 0) return '–';
  const value = product.cpu.server / baseline.cpu.server;
  return cpuGoal === undefined
    ? ratio(value)
    : against(ratio(value), `≤ ${cpuGoal}`, value <= cpuGoal);
}

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
  'API MB',
];

/** The comparisons as a Markdown table. Figures in bold do not reach their goal. */
export function comparisonTable(rows: readonly Row[]): string {
  return table(
    head,
    rows.map((row) => {
      const { product, baseline } = row.comparison;
      return [
        row.name,
        String(row.connections),
        perSecond(product.perSecond),
        perSecond(baseline.perSecond),
        ratioCell(row),
        ratio(row.comparison.cpuRatio),
        `${ms(product.p50Ms)} / ${ms(baseline.p50Ms)}`,
        `${ms(product.p99Ms)} / ${ms(baseline.p99Ms)}`,
        p99Cell(row),
        us(product.cpu.server),
        us(baseline.cpu.server),
        cpuCell(row),
        `${us(product.cpu.postgres)} / ${us(baseline.cpu.postgres)}`,
        us(product.cpu.generator),
        megabytes(product.serverBytes),
      ];
    }),
  );
}

/** One line of progress. */
export function describe({ name, connections, comparison }: Row): string {
  const { product, baseline, ratios } = comparison;
  return [
    `${name}, ${connections} connections: ${perSecond(product.perSecond)}/s`,
    `baseline ${perSecond(baseline.perSecond)}/s, ratio ${ratio(comparison.ratio)} (${ratios.map(ratio).join(' ')}), by CPU ${ratio(comparison.cpuRatio)}`,
    `p99 ${ms(product.p99Ms)} ms, baseline ${ms(baseline.p99Ms)} ms`,
    `CPU ${us(product.cpu.server)} µs, baseline ${us(baseline.cpu.server)} µs`,
    `load ${load()}`,
  ].join('; ');
}
