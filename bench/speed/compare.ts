import type { Environment } from '../harness/environment.ts';
import { print, readLoad } from '../harness/report.ts';
import { median } from '../harness/statistics.ts';
import { type Measure, measures } from './measures.ts';
import type { Options } from './options.ts';
import { type BenchmarkTarget, type Measurement, startServers } from './targets.ts';

/** Medians of the rounds of the product and of the reference server. */
export interface Comparison {
  readonly measure: Measure;
  readonly connections: number;
  readonly product: Measurement;
  readonly baseline: Measurement;
  /** Median of the ratios of the rounds: product to baseline. */
  readonly ratio: number;
  /**
   * The ratio by processor time of all processes, client and PostgreSQL included: what `ratio` is when
   * all of them share the cores and nothing else runs. Other load changes it little.
   */
  readonly cpuRatio: number;
}

/** Compares the API with the reference server. A measure that fails does not end the others. */
export async function compareMeasures(
  environment: Environment,
  options: Options,
): Promise<Comparison[]> {
  const servers = await startServers(environment, 'parley');
  const comparisons: Comparison[] = [];
  for (const measure of measures.filter(({ name }) => options.only.includes(name))) {
    const product = servers.productTarget(measure);
    const baseline = servers.referenceTarget(measure.baseline);
    try {
      // Until Node.js has compiled what runs often.
      for (const target of [product, baseline])
        await target.run(Math.max(...options.connections), options.warmUpSeconds);
      for (const connections of options.connections) {
        const results = await compare(product, baseline, { ...options, connections });
        comparisons.push({ measure, connections, ...results });
        print(
          `${measure.name}, ${connections} connections: ratio ${results.ratio.toFixed(2)}, by CPU ${results.cpuRatio.toFixed(2)}; load ${readLoad()}`,
        );
      }
    } catch (error) {
      process.exitCode = 1;
      print(String(error));
    }
  }
  return comparisons;
}

async function compare(
  product: BenchmarkTarget,
  baseline: BenchmarkTarget,
  { connections, seconds, rounds }: Pick<Options, 'seconds' | 'rounds'> & { connections: number },
): Promise<Omit<Comparison, 'measure' | 'connections'>> {
  const pairs: (readonly [Measurement, Measurement])[] = [];
  // In turn, so that other load on the machine affects both equally.
  while (pairs.length < rounds)
    pairs.push([await product.run(connections, seconds), await baseline.run(connections, seconds)]);
  const medians = {
    product: findMedian(pairs.map(([one]) => one)),
    baseline: findMedian(pairs.map(([, one]) => one)),
  };
  return {
    ...medians,
    ratio: median(pairs.map(([one, other]) => one.perSecond / other.perSecond)),
    cpuRatio: getCpu(medians.baseline) / getCpu(medians.product),
  };
}

const getCpu = ({ cpu }: Measurement) => cpu.server + cpu.postgres + cpu.generator;

/** The median of each figure. */
export function findMedian(measurements: readonly Measurement[]): Measurement {
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
  };
}
