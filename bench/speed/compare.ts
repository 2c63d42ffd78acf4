import { median } from '@parley/bench-shared/statistics';
import type { BenchmarkTarget, Measurement } from './benchmark-target.ts';

/** Medians of the rounds of the product and of a baseline. */
export interface Comparison {
  readonly product: Measurement;
  readonly baseline: Measurement;
  /** Median of the ratios of the rounds: product to baseline. */
  readonly ratio: number;
  /** The ratio of each round, in ascending order. */
  readonly ratios: readonly number[];
  /**
   * The ratio by processor time of all processes, client and PostgreSQL included: what `ratio` is when
   * all of them share the cores and nothing else runs. Other load changes it little.
   */
  readonly cpuRatio: number;
}

export interface CompareOptions {
  readonly connections: number;
  readonly seconds: number;
  readonly rounds: number;
}

/** The median of each figure. */
export function medianMeasurement(measurements: readonly Measurement[]): Measurement {
  const of = (value: (measurement: Measurement) => number) => median(measurements.map(value));
  return {
    requests: of(({ requests }) => requests),
    perSecond: of(({ perSecond }) => perSecond),
    p50Ms: of(({ p50Ms }) => p50Ms),
    p99Ms: of(({ p99Ms }) => p99Ms),
    cpu: {
      server: of(({ cpu }) => cpu.server),
      postgres: of(({ cpu }) => cpu.postgres),
      generator: of(({ cpu }) => cpu.generator),
    },
    serverBytes: of(({ serverBytes }) => serverBytes),
    walBytes: of(({ walBytes }) => walBytes),
  };
}

/** Loads each target until Node.js has compiled what runs often. */
export async function warmUp(
  targets: readonly BenchmarkTarget[],
  { connections, seconds }: Pick<CompareOptions, 'connections' | 'seconds'>,
): Promise<void> {
  for (const target of targets) await target.run(connections, seconds);
}

/** Measures targets in turn, so that other load on the machine affects them equally. */
export async function measureInTurn(
  targets: readonly BenchmarkTarget[],
  { connections, seconds, rounds }: CompareOptions,
): Promise<Measurement[][]> {
  const measurements: Measurement[][] = targets.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, target] of targets.entries()) {
      measurements[i]?.push(await target.run(connections, seconds));
    }
  }
  return measurements;
}

const cpuOf = ({ cpu }: Measurement) => cpu.server + cpu.postgres + cpu.generator;

/** Compares the product with a baseline. */
export async function compare(
  product: BenchmarkTarget,
  baseline: BenchmarkTarget,
  options: CompareOptions,
): Promise<Comparison> {
  const [ofProduct = [], ofBaseline = []] = await measureInTurn([product, baseline], options);
  const ratios = ofProduct
    .map(
      (measurement, round) => measurement.perSecond / (ofBaseline[round]?.perSecond ?? Number.NaN),
    )
    .toSorted((a, b) => a - b);
  const medians = {
    product: medianMeasurement(ofProduct),
    baseline: medianMeasurement(ofBaseline),
  };
  const cpuRatio = cpuOf(medians.baseline) / cpuOf(medians.product);
  return { ...medians, ratio: median(ratios), ratios, cpuRatio };
}
