import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Bench, Endpoint, Worker } from './bench.ts';
import { type Beginning, stageBacklog, whatWaits } from './events.ts';

/** Requests in flight at once, as a worker has. */
const SLOTS = 64;
/** Milliseconds without an arrival after which a run has failed. */
const PATIENCE_MS = 30_000;

/** How fast, and for how much of its own processor time. */
export interface Rate {
  readonly perSecond: number;
  /** Microseconds of processor time for each. */
  readonly cpu: {
    /** Of the process that sends. */
    readonly sender: number;
    readonly receiver: number;
    readonly postgres: number;
  };
}

/** What undici alone posts to the same receivers, with the same body and nothing else to do. */
export async function undiciAlone(
  bench: Bench,
  endpoints: readonly Endpoint[],
  count: number,
): Promise<Rate> {
  const [first] = endpoints;
  if (!first) throw new Error('no endpoints');
  const body = JSON.stringify((await bench.sampleOf(first.merchantId)).payload);
  const agent = new Agent({ allowH2: false });
  const headers = { 'content-type': 'application/json', 'webhook-id': 'evt_none' };
  await bench.tell({ do: 'forget' });
  let next = 0;
  const { receiver } = await bench.cpuMicroseconds();
  const before = process.cpuUsage();
  const began = performance.now();
  await Promise.all(
    Array.from({ length: SLOTS }, async () => {
      for (let i = next++; i < count; i = next++) {
        const url = endpoints[i % endpoints.length]?.url ?? '';
        const answer = await request(url, { dispatcher: agent, method: 'POST', headers, body });
        await answer.body.dump();
      }
    }),
  );
  const perSecond = count / ((performance.now() - began) / 1000);
  const { user, system } = process.cpuUsage(before);
  const after = await bench.cpuMicroseconds();
  await agent.close();
  const cpu = {
    sender: (user + system) / count,
    receiver: (after.receiver - receiver) / count,
    postgres: 0,
  };
  return { perSecond, cpu };
}

export interface Drain extends Rate {
  readonly seconds: number;
  readonly deliveries: number;
  /** Megabytes the worker held at the tenths of the way. */
  readonly memory: readonly number[];
}

/**
 * How fast a worker that runs already sends a backlog that comes all at once, from the first arrival
 * until the last delivery is marked.
 * @param events divided among the merchants; each goes to every endpoint of its merchant
 */
export async function measureDrain(
  bench: Bench,
  worker: Worker,
  endpoints: readonly Endpoint[],
  { events, beginning }: { events: number; beginning: Beginning },
): Promise<Drain> {
  const merchants = new Set(endpoints.map(({ merchantId }) => merchantId)).size;
  const deliveries = (Math.round(events / merchants) * endpoints.length) | 0;
  const commit = await stageBacklog(bench, endpoints, events, beginning);
  await bench.tell({ do: 'forget' });
  await commit();
  while ((await bench.receivedCount()) === 0) await pause(2);
  const began = performance.now();
  const before = { sender: await worker.cpuMicroseconds(), ...(await bench.cpuMicroseconds()) };
  const memory: number[] = [];
  let received = 0;
  for (let last = began; received < deliveries; await pause(10)) {
    const now = await bench.receivedCount();
    if (now > received) last = performance.now();
    received = now;
    if (received >= (deliveries * (memory.length + 1)) / 10) {
      memory.push(Math.round((await worker.memory()) / 1e6));
    }
    if (performance.now() - last > PATIENCE_MS) {
      throw new Error(`${received} of ${deliveries} came, and then nothing for ${PATIENCE_MS} ms`);
    }
  }
  while ((await whatWaits(bench)) > 0) await pause(5);
  const seconds = (performance.now() - began) / 1000;
  const after = { sender: await worker.cpuMicroseconds(), ...(await bench.cpuMicroseconds()) };
  const cpu = {
    sender: (after.sender - before.sender) / deliveries,
    receiver: (after.receiver - before.receiver) / deliveries,
    postgres: (after.postgres - before.postgres) / deliveries,
  };
  return { perSecond: deliveries / seconds, cpu, seconds, deliveries, memory };
}
