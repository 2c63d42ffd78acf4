import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { Bench, Endpoint } from './bench.ts';
import { eventLike, everythingFannedOut, sampleEvent, untilReceived } from './bench.ts';

/** Requests in flight at once, as a worker has. */
const SLOTS = 64;

/** How fast, and for how much of its own processor time. */
export interface Rate {
  readonly perSecond: number;
  /** Microseconds of the sending process for each. */
  readonly cpu: number;
}

/** What undici alone posts to the same receiver, with the same body and nothing else to do. */
export async function undiciAlone(
  bench: Bench,
  endpoints: readonly Endpoint[],
  count: number,
): Promise<Rate> {
  const [first] = endpoints;
  if (!first) throw new Error('no endpoints');
  const body = JSON.stringify((await sampleEvent(bench, first.merchantId)).payload);
  const agent = new Agent({ allowH2: false });
  const headers = { 'content-type': 'application/json', 'webhook-id': 'evt_none' };
  await bench.tell({ do: 'forget' });
  let next = 0;
  const before = process.cpuUsage();
  const began = performance.now();
  await Promise.all(
    Array.from({ length: SLOTS }, async () => {
      for (let i = next++; i < count; i = next++) {
        const path = endpoints[i % endpoints.length]?.path ?? '/';
        const answer = await request(`${bench.url}${path}`, {
          dispatcher: agent,
          method: 'POST',
          headers,
          body,
        });
        await answer.body.dump();
      }
    }),
  );
  const perSecond = count / ((performance.now() - began) / 1000);
  const { user, system } = process.cpuUsage(before);
  await agent.close();
  return { perSecond, cpu: (user + system) / count };
}

export interface Drain extends Rate {
  readonly seconds: number;
  readonly deliveries: number;
  /** Megabytes the worker held at the tenths of the way. */
  readonly memory: readonly number[];
}

/** How fast one worker sends a backlog, from its start to the last arrival. */
export async function measureDrain(
  bench: Bench,
  endpoints: readonly Endpoint[],
  count: number,
): Promise<Drain> {
  await bench.tell({ do: 'forget' });
  const perEndpoint = Math.floor(count / endpoints.length);
  for (const { merchantId } of endpoints) {
    const scope = { merchantId, mode: 'test' } as const;
    const sample = await sampleEvent(bench, merchantId);
    // The one it was made of is an event too.
    for (let made = 1; made < perEndpoint; made += 500) {
      const events = Array.from({ length: Math.min(500, perEndpoint - made) }, () =>
        eventLike(sample),
      );
      await bench.database.of(scope).outbox.append(events);
    }
  }
  // What autovacuum would do by itself, in its own time.
  await bench.database.client.$executeRaw`ANALYZE`;
  const deliveries = perEndpoint * endpoints.length;
  const worker = await bench.startWorker();
  while ((await bench.receivedCount()) === 0) await pause(5);
  const began = performance.now();
  const cpuBefore = await worker.cpuMicroseconds();
  const memory: number[] = [];
  const watching = new AbortController();
  const watch = (async () => {
    for (let tenth = 1; tenth <= 10 && !watching.signal.aborted; ) {
      const received = await bench.receivedCount();
      if (received >= (deliveries * tenth) / 10) {
        memory.push(Math.round((await worker.memory()) / 1e6));
        tenth += 1;
      } else await pause(50);
    }
  })();
  await untilReceived(bench, deliveries, 30_000);
  const seconds = (performance.now() - began) / 1000;
  const cpu = ((await worker.cpuMicroseconds()) - cpuBefore) / deliveries;
  watching.abort();
  await watch;
  await everythingFannedOut(bench.database);
  await worker.stop();
  return { perSecond: deliveries / seconds, cpu, seconds, deliveries, memory };
}
