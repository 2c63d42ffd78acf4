import { setTimeout as pause } from 'node:timers/promises';
import { stageBacklog } from './backlog.ts';
import type { Bench } from './bench.ts';
import { type Latency, measureLatency } from './latency.ts';

const SLOW_MERCHANTS = 10;
const ENDPOINTS_EACH = 100;
const EVENTS_EACH = 30;
const RESPONSE_MS = 14_000;
/** Events per second of the measured merchant, and the duration of a measurement in seconds. */
const ROUND = { perSecond: 20, seconds: 30 };

/**
 * Measures the latency of one merchant with and without others, each with many endpoints that respond
 * after a long time.
 */
export async function measureShare(bench: Bench): Promise<Readonly<Record<string, Latency>>> {
  const [endpoint] = await bench.createEndpoints(1);
  if (!endpoint) throw new Error('an endpoint was made');
  const slow = await bench.createEndpoints(SLOW_MERCHANTS, ENDPOINTS_EACH);
  await bench.send({ do: 'delay', paths: slow.map(({ path }) => path), ms: RESPONSE_MS });
  const worker = await bench.startWorker();
  await measureLatency(bench, [endpoint], { ...ROUND, seconds: 3 });
  const quiet = await measureLatency(bench, [endpoint], ROUND);
  const commit = await stageBacklog(bench, slow, SLOW_MERCHANTS * EVENTS_EACH, 'committed');
  await commit();
  // While the events of the others become deliveries and their first requests are sent.
  const arriving = await measureLatency(bench, [endpoint], ROUND);
  // While the requests of the others wait for their responses.
  await pause(1_000);
  const waiting = await measureLatency(bench, [endpoint], ROUND);
  await worker.stop();
  return { quiet, arriving, waiting };
}
