import { median } from '@parley/bench-shared/statistics';
import type { BenchmarkTarget, Measurement } from './benchmark-target.ts';
import { type CompareOptions, measureInTurn, medianMeasurement, warmUp } from './compare.ts';
import type { Options } from './options.ts';
import { table } from './report.ts';

/** Creates under one of several circumstances that are measured in turn. */
export interface CreateCost {
  /** The number of sessions, or of API processes. */
  readonly count: number;
  readonly measurement: Measurement;
  /** Processor time of API and PostgreSQL per create, relative to the first: median of the rounds. */
  readonly cost: number;
}

const costOf = ({ cpu }: Measurement) => cpu.server + cpu.postgres;

function relativeCost(measurements: readonly Measurement[], first: readonly Measurement[]): number {
  return median(
    measurements.map((measurement, i) => costOf(measurement) / costOf(first[i] ?? measurement)),
  );
}

/** Loads targets in turn, so that other load on the machine affects all of them. */
export async function measureCreates(
  targets: readonly { readonly count: number; readonly target: BenchmarkTarget }[],
  { warmUpSeconds, ...options }: CompareOptions & Pick<Options, 'warmUpSeconds'>,
): Promise<CreateCost[]> {
  const all = targets.map(({ target }) => target);
  await warmUp(all, { ...options, seconds: warmUpSeconds });
  const measured = await measureInTurn(all, options);
  return targets.map(({ count }, i) => ({
    count,
    measurement: medianMeasurement(measured[i] ?? []),
    cost: relativeCost(measured[i] ?? [], measured[0] ?? []),
  }));
}

/**
 * The results as a Markdown table.
 * @param goal the share by which the cost may differ from that of the first row
 */
export function createCostTable(
  what: string,
  results: readonly CreateCost[],
  goal: number,
): string {
  const costCell = ({ cost }: CreateCost) => {
    const text = Math.abs(cost - 1) <= goal ? cost.toFixed(2) : `**${cost.toFixed(2)}**`;
    return `${text} (${1 - goal} to ${1 + goal})`;
  };
  return table(
    [
      what,
      'creates /s',
      'p50 ms',
      'p99 ms',
      'CPU µs API',
      'CPU µs PostgreSQL',
      'cost relative to the first (goal)',
      'WAL bytes per create',
      'API MB',
    ],
    results.map((result) => {
      const { count, measurement } = result;
      return [
        count.toLocaleString('en'),
        measurement.perSecond.toFixed(0),
        measurement.p50Ms.toFixed(1),
        measurement.p99Ms.toFixed(1),
        measurement.cpu.server.toFixed(0),
        measurement.cpu.postgres.toFixed(0),
        costCell(result),
        measurement.walBytes.toFixed(0),
        (measurement.serverBytes / 1e6).toFixed(0),
      ];
    }),
  );
}
