import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  createSession,
  issuePayerHandoff,
  recordPayerOpened,
  systemCaller,
} from '@parley/operations';
import type { Bench, Endpoint, Worker } from './bench.ts';

export interface CrashResult {
  readonly committed: number;
  readonly arrived: number;
  readonly lost: number;
  readonly duplicates: number;
  readonly badSignatures: number;
  /** Sessions with a gap in their event sequence. */
  readonly gaps: number;
  readonly kills: number;
  readonly seconds: number;
}

const ARRIVAL_TIMEOUT_MS = 150_000;

/**
 * Runs operations that write events while workers are killed (SIGKILL) and restarted at random, then
 * waits until the leases of killed workers end and compares committed with received events.
 */
export async function measureCrashes(
  bench: Bench,
  endpoints: readonly Endpoint[],
  { sessions, kills, workers: count }: { sessions: number; kills: number; workers: number },
): Promise<CrashResult> {
  await bench.send({ do: 'forget' });
  await bench.send({
    do: 'verify',
    secrets: Object.fromEntries(endpoints.map(({ path, secret }) => [path, secret])),
  });
  const began = performance.now();
  const workers: Worker[] = await Promise.all(
    Array.from({ length: count }, () => bench.startWorker()),
  );
  const made: { merchantId: Endpoint['merchantId']; id: string; path: string }[] = [];
  const writing = (async () => {
    for (let i = 0; i < sessions; i += 8) {
      await Promise.all(
        Array.from({ length: 8 }, async (_, at) => {
          const { merchantId, path } = endpoints[(i + at) % endpoints.length] ?? throwNoEndpoints();
          const caller = systemCaller({ merchantId, mode: 'test' });
          const { id } = await createSession(bench.deps, caller, {
            amount_minor: 4200,
            currency: 'eur',
            buyer_reference: 'customer_8412',
            cart_snapshot: { lines: [] },
          });
          await issuePayerHandoff(bench.deps, caller, { id });
          await recordPayerOpened(bench.deps, caller, { id });
          made.push({ merchantId, id, path });
        }),
      );
    }
  })();
  for (let kill = 0; kill < kills; kill++) {
    await pause(randomInt(400, 1_600));
    const victim = randomInt(workers.length);
    await workers[victim]?.kill();
    workers[victim] = await bench.startWorker();
  }
  await writing;
  const events = await Promise.all(
    made.map(async ({ merchantId, id, path }) => ({
      path,
      of: await bench.database.forScope({ merchantId, mode: 'test' }).outbox.listBySession(id),
    })),
  );
  const committed = new Set(events.flatMap(({ path, of }) => of.map(({ id }) => `${path} ${id}`)));
  const gaps = events.filter(({ of }) =>
    of.some(({ sequence }, index) => sequence !== index + 1),
  ).length;
  const deadline = performance.now() + ARRIVAL_TIMEOUT_MS;
  let seen = await bench.received();
  const arrivedOf = () => new Set(seen.map(([path, id]) => `${path} ${id}`));
  while (arrivedOf().size < committed.size && performance.now() < deadline) {
    await pause(500);
    seen = await bench.received();
  }
  const arrived = arrivedOf();
  await Promise.all(workers.map((worker) => worker.stop()));
  return {
    committed: committed.size,
    arrived: arrived.size,
    lost: [...committed].filter((one) => !arrived.has(one)).length,
    duplicates: seen.length - arrived.size,
    badSignatures: seen.filter(([, , , signed]) => !signed).length,
    gaps,
    kills,
    seconds: (performance.now() - began) / 1000,
  };
}

function throwNoEndpoints(): never {
  throw new Error('no endpoints');
}
