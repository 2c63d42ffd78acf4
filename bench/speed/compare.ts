import { median } from '@parley/bench-shared/statistics';
import type { Contender, Slice } from './contender.ts';

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

/** Loads each contender until Node.js has compiled what runs often. */
export async function warmUp(
  contenders: readonly Contender[],
  { connections, seconds }: Pick<CompareOptions, 'connections' | 'seconds'>,
): Promise<void> {
  for (const contender of contenders) await contender.run(connections, seconds);
}

/**
 * Measures contenders in turn, so that other load on the machine affects them equally.
 */
export async function measureInTurn(
  contenders: readonly Contender[],
  { connections, seconds, rounds }: CompareOptions,
): Promise<Slice[][]> {
  const slices: Slice[][] = contenders.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, contender] of contenders.entries()) {
      slices[i]?.push(await contender.run(connections, seconds));
    }
  }
  return slices;
}

const cpuOf = ({ cpu }: Slice) => cpu.server + cpu.postgres + cpu.generator;

/** Compares the product with a baseline. */
export async function compare(
  product: Contender,
  baseline: Contender,
  options: CompareOptions,
): Promise<Comparison> {
  const [ours = [], theirs = []] = await measureInTurn([product, baseline], options);
  const ratios = ours
    .map((slice, round) => slice.perSecond / (theirs[round]?.perSecond ?? Number.NaN))
    .toSorted((a, b) => a - b);
  const medians = { product: medianSlice(ours), baseline: medianSlice(theirs) };
  const cpuRatio = cpuOf(medians.baseline) / cpuOf(medians.product);
  return { ...medians, ratio: median(ratios), ratios, cpuRatio };
}
