import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../harness/statistics.ts';
import { createEventLike } from './backlog.ts';
import type { Bench, Endpoint } from './bench.ts';

const now = () => performance.timeOrigin + performance.now();

export interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly events: number;
  /** Events that have not arrived 30 s after the last commit. Their time until then counts. */
  readonly missing: number;
  /** Events that the database did not accept in time. They are not measured. */
  readonly refused: number;
}

/**
 * Measures the milliseconds from the commit of an event to its arrival, at a constant rate over all
 * endpoints.
 */
export async function measureLatency(
  bench: Bench,
  endpoints: readonly Endpoint[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Latency> {
  await bench.send({ do: 'forget' });
  for (const { merchantId } of endpoints) await bench.readSampleEvent(merchantId);
  const committedAt = new Map<string, number>();
  const writes: Promise<void>[] = [];
  let refused = 0;
  const total = perSecond * seconds;
  const began = performance.now();
  for (let i = 0; i < total; i++) {
    const wait = began + (i * 1000) / perSecond - performance.now();
    if (wait > 1) await pause(wait);
    const endpoint = endpoints[i % endpoints.length];
    if (!endpoint) throw new Error('no endpoints');
    const event = createEventLike(await bench.readSampleEvent(endpoint.merchantId));
    committedAt.set(event.id, now());
    const scope = { merchantId: endpoint.merchantId, mode: 'test' } as const;
    const write = bench.database.forScope(scope).outbox.append([event]);
    writes.push(
      write.catch(() => {
        refused += Number(committedAt.delete(event.id));
      }),
    );
  }
  await Promise.all(writes);
  const wanted = committedAt.size;
  const deadline = performance.now() + 30_000;
  let byId: ReadonlyMap<string, number>;
  const isMissing = (id: string) => !byId.has(id);
  do {
    await pause(200);
    const { events } = await bench.send({ do: 'list' });
    byId = new Map(events.toReversed());
  } while ([...committedAt.keys()].some(isMissing) && performance.now() < deadline);
  const times = [...committedAt].map(([id, at]) => (byId.get(id) ?? now()) - at);
  return {
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    max: Math.max(...times),
    events: wanted,
    missing: [...committedAt.keys()].filter(isMissing).length,
    refused,
  };
}
