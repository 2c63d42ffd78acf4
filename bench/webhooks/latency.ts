import { setTimeout as pause } from 'node:timers/promises';
import type { Bench, Endpoint } from './bench.ts';
import { eventLike, quantile, sampleEvent } from './bench.ts';

const now = () => performance.timeOrigin + performance.now();

export interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly events: number;
}

/**
 * Milliseconds from just before an event is committed to its arrival at an endpoint, at a steady
 * rate, spread over the endpoints.
 * @param hanging endpoints that never answer; they are left out of the figures
 */
export async function measureLatency(
  bench: Bench,
  endpoints: readonly Endpoint[],
  { perSecond, seconds, hanging }: { perSecond: number; seconds: number; hanging: number },
): Promise<Latency> {
  const hung = new Set(endpoints.slice(0, hanging).map(({ path }) => path));
  await bench.tell({ do: 'hang', paths: [...hung] });
  await bench.tell({ do: 'forget' });
  const [first] = endpoints;
  if (!first) throw new Error('no endpoints');
  const sample = await sampleEvent(bench, first.merchantId);
  const committedAt = new Map<string, number>();
  const writes: Promise<void>[] = [];
  const total = perSecond * seconds;
  const began = performance.now();
  for (let i = 0; i < total; i++) {
    const wait = began + (i * 1000) / perSecond - performance.now();
    if (wait > 1) await pause(wait);
    const endpoint = endpoints[i % endpoints.length] ?? first;
    const event = eventLike(sample);
    if (!hung.has(endpoint.path)) committedAt.set(event.id, now());
    const scope = { merchantId: endpoint.merchantId, mode: 'test' } as const;
    writes.push(bench.database.of(scope).outbox.append([event]));
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
  await bench.tell({ do: 'hang', paths: [] });
  return {
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    max: Math.max(...times),
    events: wanted,
  };
}
