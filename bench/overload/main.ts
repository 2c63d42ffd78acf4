import { availableParallelism, loadavg } from 'node:os';
import { quantile } from '@parley/bench-shared/statistics';
import { type LoadResult, sendClosedLoop, sendOpenLoop } from './send-load.ts';
import { startTarget } from './target.ts';

// npm run bench:overload [rounds]: measures the capacity before and after it sends four times as
// much. Each round does so with the default bound of the waiting time and without one.

const SECONDS = 10;
const CLIENTS = 16;
const QUEUE_MS = 500;
const UNBOUNDED_QUEUE_MS = 60_000;

const rounds = Number(process.argv[2] ?? 3);
const print = (line: string) => process.stdout.write(`${line}\n`);

const ms = (values: readonly number[], q: number) => `${quantile(values, q).toFixed(0)} ms`;
const perSecond = ({ admitted, seconds }: LoadResult) => admitted.length / seconds;

function describe(name: string, result: LoadResult, capacity: number): string {
  const { admitted, refused, sent, seconds, failed } = result;
  const share = ((100 * perSecond(result)) / capacity).toFixed(0);
  return [
    `${name}: ${(sent / seconds).toFixed(0)}/s sent`,
    `${perSecond(result).toFixed(0)}/s admitted (${share} % of the capacity)`,
    `p50 ${ms(admitted, 0.5)}, p99 ${ms(admitted, 0.99)}`,
    `${refused.length} refused (p50 ${ms(refused, 0.5)}, p99 ${ms(refused, 0.99)})`,
    `${failed} failed`,
  ].join(', ');
}

const target = await startTarget();
try {
  for (let round = 1; round <= rounds; round++) {
    for (const queueMs of [QUEUE_MS, UNBOUNDED_QUEUE_MS]) {
      const api = await target.startApi(queueMs);
      const options = { url: api.url, secretKey: target.secretKey, seconds: SECONDS };
      const measureCapacity = async () => perSecond(await sendClosedLoop(options, CLIENTS));
      // The first one is a warm-up.
      await measureCapacity();
      const before = await measureCapacity();
      const normal = await sendOpenLoop(options, before * 0.7);
      const overload = await sendOpenLoop(options, before * 4);
      const after = await measureCapacity();
      const capacity = (before + after) / 2;
      const bound = queueMs === QUEUE_MS ? `waits up to ${QUEUE_MS} ms` : 'unbounded waits';
      const load = loadavg()[0]?.toFixed(1);
      print(
        `round ${round}, ${bound}, load ${load} on ${availableParallelism()} cores: capacity ${before.toFixed(0)}/s before, ${after.toFixed(0)}/s after`,
      );
      print(`  ${describe('0.7 × capacity', normal, capacity)}`);
      print(`  ${describe('4 × capacity', overload, capacity)}`);
      await api.stop();
    }
  }
} finally {
  await target.stop();
}
