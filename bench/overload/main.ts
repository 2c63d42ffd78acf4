import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { cpuMicrosecondsOf } from '@parley/bench-shared/process-usage';
import { quantile } from '@parley/bench-shared/statistics';
import type { LoadJob, LoadResult } from './load-protocol.ts';
import { startSystemUnderTest } from './system-under-test.ts';

// npm run bench:overload [rounds]: measures the capacity of a process before and after it sends 0.7 and
// 4 times as much.

const SECONDS = 10;
/** As many as calls that run at once, so that no slot is idle and none has to wait. */
const CLIENTS = 40;
/** So many that a client seldom has to wait until one is free. */
const CONNECTIONS = 4_000;

const rounds = Number(process.argv[2] ?? 3);
const print = (line: string) => process.stdout.write(`${line}\n`);

interface Measured extends LoadResult {
  /** Processor time of the API. */
  readonly apiMicroseconds: number;
}

const ms = (values: readonly number[], q: number) => `${quantile(values, q).toFixed(0)} ms`;
const perSecond = (count: number, { seconds }: LoadResult) => (count / seconds).toFixed(0);
const cores = (microseconds: number, { seconds }: LoadResult) =>
  (microseconds / seconds / 1_000_000).toFixed(2);

function describe(name: string, load: Measured, capacity: number): string {
  const { admitted, refused, failures, unsent, late, seconds } = load;
  const sent = admitted.length + refused.length + failures.length;
  const share = ((100 * admitted.length) / seconds / capacity).toFixed(0);
  return [
    `  ${name}: ${perSecond(sent, load)}/s sent`,
    `${perSecond(admitted.length, load)}/s admitted (${share} % of the capacity)`,
    `p50 ${ms(admitted, 0.5)}, p99 ${ms(admitted, 0.99)}`,
    `${refused.length} refused (p50 ${ms(refused, 0.5)}, p99 ${ms(refused, 0.99)})`,
    `${failures.length} failed (${[...new Set(failures)].join(', ')}), ${unsent} not sent`,
    `generator p99 ${ms(late, 0.99)} late, ${cores(load.cpuMicroseconds, load)} cores`,
    `API ${cores(load.apiMicroseconds, load)} cores`,
  ].join(', ');
}

const generator = fork(fileURLToPath(new URL('load-generator.ts', import.meta.url)), {
  serialization: 'advanced',
});
const target = await startSystemUnderTest();
try {
  for (let round = 1; round <= rounds; round++) {
    const api = await target.startApi();
    const send = async (connections: number, rate: number | null): Promise<Measured> => {
      const { secretKey } = target;
      const job = { url: api.url, secretKey, seconds: SECONDS, connections, perSecond: rate };
      generator.send(job satisfies LoadJob);
      await once(generator, 'message');
      const before = await cpuMicrosecondsOf(api.pid);
      const [result] = (await once(generator, 'message')) as [LoadResult];
      return { ...result, apiMicroseconds: (await cpuMicrosecondsOf(api.pid)) - before };
    };
    const capacityOf = ({ admitted, seconds }: LoadResult) => admitted.length / seconds;
    // The first one is a warm-up.
    await send(CLIENTS, null);
    const before = await send(CLIENTS, null);
    const normal = await send(CONNECTIONS, capacityOf(before) * 0.7);
    const overload = await send(CONNECTIONS, capacityOf(before) * 4);
    const after = await send(CLIENTS, null);
    const capacity = (capacityOf(before) + capacityOf(after)) / 2;
    const load = loadavg()[0]?.toFixed(1);
    print(`round ${round}, load ${load} on ${availableParallelism()} cores`);
    print(describe('capacity before', before, capacity));
    print(describe('0.7 × capacity', normal, capacity));
    print(describe('4 × capacity', overload, capacity));
    print(describe('capacity after', after, capacity));
    const costOf = (loads: readonly Measured[]) =>
      loads.reduce((sum, { apiMicroseconds }) => sum + apiMicroseconds, 0);
    const perAdmitted = costOf([before, after]) / (before.admitted.length + after.admitted.length);
    const perRefused =
      (overload.apiMicroseconds - overload.admitted.length * perAdmitted) / overload.refused.length;
    print(
      `  API: ${perAdmitted.toFixed(0)} µs per admitted request, ${perRefused.toFixed(0)} µs per refused one`,
    );
    await api.stop();
  }
} finally {
  generator.disconnect();
  await target.stop();
}
