import { median } from '@parley/bench-shared/statistics';
import type { BenchmarkTarget, Slice } from './benchmark-target.ts';

/** Medians of the rounds of the product and of a baseline. */
export interface Comparison {
  readonly product: Slice;
  readonly baseline: Slice;
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
export function medianSlice(slices: readonly Slice[]): Slice {
  const of = (value: (slice: Slice) => number) => median(slices.map(value));
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
): Promise<Slice[][]> {
  const slices: Slice[][] = targets.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, target] of targets.entries()) {
      slices[i]?.push(await target.run(connections, seconds));
    }
  }
  return slices;
}

const cpuOf = ({ cpu }: Slice) => cpu.server + cpu.postgres + cpu.generator;

/** Compares the product with a baseline. */
export async function compare(
  product: BenchmarkTarget,
  baseline: BenchmarkTarget,
  options: CompareOptions,
): Promise<Comparison> {
  const [ofProduct = [], ofBaseline = []] = await measureInTurn([product, baseline], options);
  const ratios = ofProduct
    .map((slice, round) => slice.perSecond / (ofBaseline[round]?.perSecond ?? Number.NaN))
    .toSorted((a, b) => a - b);
  const medians = { product: medianSlice(ofProduct), baseline: medianSlice(ofBaseline) };
  const cpuRatio = cpuOf(medians.baseline) / cpuOf(medians.product);
  return { ...medians, ratio: median(ratios), ratios, cpuRatio };
}
