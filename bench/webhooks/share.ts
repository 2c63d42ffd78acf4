import { setTimeout as pause } from 'node:timers/promises';
import { type BacklogStage, stageBacklog } from './backlog.ts';
import type { Bench } from './bench.ts';
import { type Latency, measureLatency } from './latency.ts';

const SLOW_MERCHANTS = 10;
const ENDPOINTS_EACH = 100;
const EVENTS_EACH = 30;
const ANSWER_MS = 14_000;
/** Events per second of the measured merchant, and the duration of a measurement in seconds. */
const ROUND = { perSecond: 20, seconds: 30 };

export interface ShareResult {
  readonly quiet: Latency;
  /** While the events of the others become deliveries and their first requests are sent. */
  readonly arriving: Latency;
  /** While the requests of the others wait for their answers. */
  readonly waiting: Latency;
}

/**
 * Measures the latency of one merchant with and without others, each with many endpoints that answer
 * after a long time.
 * @param stage of the events of the others
 */
export async function measureShare(bench: Bench, stage: BacklogStage): Promise<ShareResult> {
  const [endpoint] = await bench.endpoints(1);
  if (!endpoint) throw new Error('an endpoint was made');
  const slow = await bench.endpoints(SLOW_MERCHANTS, ENDPOINTS_EACH);
  await bench.send({ do: 'delay', paths: slow.map(({ path }) => path), ms: ANSWER_MS });
  const worker = await bench.startWorker();
  await measureLatency(bench, [endpoint], { ...ROUND, seconds: 3 });
  const quiet = await measureLatency(bench, [endpoint], ROUND);
  const commit = await stageBacklog(bench, slow, SLOW_MERCHANTS * EVENTS_EACH, stage);
  await commit();
  const arriving = await measureLatency(bench, [endpoint], ROUND);
  await pause(1_000);
  const waiting = await measureLatency(bench, [endpoint], ROUND);
  await worker.kill();
  return { quiet, arriving, waiting };
}
