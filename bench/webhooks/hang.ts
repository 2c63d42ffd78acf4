import type { Bench } from './bench.ts';
import { measureLatency } from './latency.ts';
import { median, medianWithin } from './statistics.ts';

/** Events a second over 50 endpoints, and seconds of a round. */
const ROUND = { perSecond: 250, seconds: 4 };

export interface HangResult {
  readonly pairs: number;
  /** Medians over the rounds, in milliseconds. */
  readonly p99Well: number;
  readonly p99Hanging: number;
  /** By what part the p99 of the others moves: the median of the pairs, and where it surely lies. */
  readonly moved: number;
  readonly movedWithin: readonly [from: number, to: number];
}

/**
 * What one endpoint of 50 that hangs does to the p99 of the other 49. Short rounds with and without
 * one, in pairs whose order changes, so that what else the machine does meets both alike; then the
 * difference within each pair.
 */
export async function measureHang(
  bench: Bench,
  pairs: number,
  told: (line: string) => void,
): Promise<HangResult> {
  const worker = await bench.startWorker();
  const others = await bench.endpoints(49);
  const [fiftieth] = await bench.endpoints(1);
  if (!fiftieth) throw new Error('an endpoint was made');
  const well = async () => (await measureLatency(bench, [...others, fiftieth], ROUND)).p99;
  const hanging = async () => {
    // A new one each time: how the last one has failed is nothing to it.
    const [endpoint] = await bench.endpoints(1);
    if (!endpoint) throw new Error('an endpoint was made');
    const { p99 } = await measureLatency(bench, others, { ...ROUND, hanging: endpoint });
    await bench.retire(endpoint);
    return p99;
  };
  await well();
  await hanging();
  const found: { well: number; hanging: number }[] = [];
  for (let pair = 1; pair <= pairs; pair++) {
    const one =
      pair % 2 === 0
        ? { well: await well(), hanging: await hanging() }
        : { hanging: await hanging(), well: await well() };
    found.push(one);
    told(`pair ${pair}: p99 ${one.well.toFixed(0)} ms without, ${one.hanging.toFixed(0)} ms with`);
  }
  await worker.stop();
  const moves = found.map((pair) => pair.hanging / pair.well - 1);
  return {
    pairs,
    p99Well: median(found.map((pair) => pair.well)),
    p99Hanging: median(found.map((pair) => pair.hanging)),
    moved: median(moves),
    movedWithin: medianWithin(moves),
  };
}
