import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '@parley/bench-shared/statistics';
import { createEventLike } from './backlog.ts';
import type { Bench, Endpoint } from './bench.ts';

const now = () => performance.timeOrigin + performance.now();

export interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly events: number;
}

/**
 * Measures the milliseconds from the commit of an event to its arrival, at a constant rate over all
 * endpoints.
 * @param hanging an endpoint that never responds; it gets as many events as each of the others, but
 *   they are not measured
 */
export async function measureLatency(
  bench: Bench,
  endpoints: readonly Endpoint[],
  { perSecond, seconds, hanging }: { perSecond: number; seconds: number; hanging?: Endpoint },
): Promise<Latency> {
  await bench.send({ do: 'hang', paths: hanging ? [hanging.path] : [] });
  await bench.send({ do: 'forget' });
  const all = hanging ? [...endpoints, hanging] : endpoints;
  for (const { merchantId } of all) await bench.sampleEventOf(merchantId);
  const committedAt = new Map<string, number>();
  const writes: Promise<void>[] = [];
  const total = perSecond * seconds;
  const began = performance.now();
  for (let i = 0; i < total; i++) {
    const wait = began + (i * 1000) / perSecond - performance.now();
    if (wait > 1) await pause(wait);
    const endpoint = all[i % all.length];
    if (!endpoint) throw new Error('no endpoints');
    const event = createEventLike(await bench.sampleEventOf(endpoint.merchantId));
    if (endpoint !== hanging) committedAt.set(event.id, now());
    const scope = { merchantId: endpoint.merchantId, mode: 'test' } as const;
    writes.push(bench.database.forScope(scope).outbox.append([event]));
  }
  await Promise.all(writes);
  const wanted = committedAt.size;
  const deadline = performance.now() + 30_000;
  let times: number[] = [];
  do {
    await pause(200);
    const seen = await bench.received();
    const byId = new Map(seen.toReversed().map(([, id, at]) => [id, at]));
    times = [...committedAt].flatMap(([id, at]) => {
      const arrived = byId.get(id);
      return arrived === undefined ? [] : [arrived - at];
    });
  } while (times.length < wanted && performance.now() < deadline);
  if (times.length < wanted) throw new Error(`${wanted - times.length} events never came`);
  return {
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    max: Math.max(...times),
    events: wanted,
  };
}
