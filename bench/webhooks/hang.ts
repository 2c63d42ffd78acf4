import { median, medianConfidenceInterval } from '@parley/bench-shared/statistics';
import type { Bench } from './bench.ts';
import { measureLatency } from './latency.ts';

/** Events per second for 50 endpoints, and the duration of a round in seconds. */
const ROUND = { perSecond: 250, seconds: 4 };

export interface HangResult {
  readonly pairs: number;
  /** Medians of the rounds, in milliseconds. */
  readonly p99Baseline: number;
  readonly p99Hanging: number;
  /** The relative change of the others' p99: the median of the pairs and its 95 % confidence interval. */
  readonly change: number;
  readonly changeInterval: readonly [from: number, to: number];
}

/**
 * Measures how one hanging endpoint changes the p99 latency of 49 others. Runs pairs of short rounds
 * with and without it in alternating order, so that other load affects both equally, and compares the
 * rounds of each pair.
 */
export async function measureHang(
  bench: Bench,
  pairs: number,
  report: (line: string) => void,
): Promise<HangResult> {
  const worker = await bench.startWorker();
  const others = await bench.endpoints(49);
  const [fiftieth] = await bench.endpoints(1);
  if (!fiftieth) throw new Error('an endpoint was made');
  const baseline = async () => (await measureLatency(bench, [...others, fiftieth], ROUND)).p99;
  const hanging = async () => {
    // A new endpoint for each round, without failures of earlier rounds.
    const [endpoint] = await bench.endpoints(1);
    if (!endpoint) throw new Error('an endpoint was made');
    const { p99 } = await measureLatency(bench, others, { ...ROUND, hanging: endpoint });
    await bench.archiveEndpoint(endpoint);
    return p99;
  };
  await baseline();
  await hanging();
  const found: { baseline: number; hanging: number }[] = [];
  for (let pair = 1; pair <= pairs; pair++) {
    const one =
      pair % 2 === 0
        ? { baseline: await baseline(), hanging: await hanging() }
        : { hanging: await hanging(), baseline: await baseline() };
    found.push(one);
    report(
      `pair ${pair}: p99 ${one.baseline.toFixed(0)} ms without, ${one.hanging.toFixed(0)} ms with`,
    );
  }
  await worker.stop();
  const changes = found.map((pair) => pair.hanging / pair.baseline - 1);
  return {
    pairs,
    p99Baseline: median(found.map((pair) => pair.baseline)),
    p99Hanging: median(found.map((pair) => pair.hanging)),
    change: median(changes),
    changeInterval: medianConfidenceInterval(changes),
  };
}
