import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from '@parley/testing';
import { Agent, request } from 'undici';
import { readCpuMicroseconds } from '../harness/process-usage.ts';
import { type BacklogStage, countPending, stageBacklog } from './backlog.ts';
import type { Bench, Endpoint } from './bench.ts';

/** Concurrent requests, as many as a worker has. */
const SLOTS = 64;
/** Milliseconds without an arrival after which a run fails. */
const ARRIVAL_TIMEOUT_MS = 30_000;

/** A delivery rate and its cost. */
export interface Rate {
  readonly perSecond: number;
  /** Microseconds of processor time per delivery. */
  readonly cpu: {
    /** Of the sending process. */
    readonly sender: number;
    readonly receiver: number;
    readonly postgres: number;
  };
}

/** Measures undici without a worker: the same receivers and body, no queue. */
export async function measureUndici(
  bench: Bench,
  endpoints: readonly Endpoint[],
  count: number,
): Promise<Rate> {
  const [first] = endpoints;
  if (!first) throw new Error('no endpoints');
  const body = JSON.stringify((await bench.readSampleEvent(first.merchantId)).payload);
  const agent = new Agent({ allowH2: false });
  const headers = { 'content-type': 'application/json', 'webhook-id': 'evt_none' };
  await bench.send({ do: 'forget' });
  let next = 0;
  const { receiver } = await bench.readCpuMicroseconds();
  const before = process.cpuUsage();
  const began = performance.now();
  await Promise.all(
    Array.from({ length: SLOTS }, async () => {
      for (let i = next++; i < count; i = next++) {
        const url = endpoints[i % endpoints.length]?.url ?? '';
        const response = await request(url, { dispatcher: agent, method: 'POST', headers, body });
        await response.body.dump();
      }
    }),
  );
  const perSecond = count / ((performance.now() - began) / 1000);
  const { user, system } = process.cpuUsage(before);
  const after = await bench.readCpuMicroseconds();
  await agent.close();
  const cpu = {
    sender: (user + system) / count,
    receiver: (after.receiver - receiver) / count,
    postgres: 0,
  };
  return { perSecond, cpu };
}

/**
 * Measures how fast a running worker sends a backlog that is committed at once, from the first arrival
 * until the last delivery is marked.
 * @param events number of events, divided among the merchants; each goes to every endpoint of its merchant
 */
export async function measureDrain(
  bench: Bench,
  worker: ServerProcess,
  endpoints: readonly Endpoint[],
  { events, stage }: { events: number; stage: BacklogStage },
): Promise<Rate> {
  const merchants = new Set(endpoints.map(({ merchantId }) => merchantId)).size;
  const deliveries = (Math.round(events / merchants) * endpoints.length) | 0;
  const commit = await stageBacklog(bench, endpoints, events, stage);
  await bench.send({ do: 'forget' });
  await commit();
  while ((await bench.send({ do: 'count' })).count === 0) await pause(2);
  const began = performance.now();
  const readTimes = async () => ({
    sender: await readCpuMicroseconds(worker.pid),
    ...(await bench.readCpuMicroseconds()),
  });
  const before = await readTimes();
  let received = 0;
  for (let last = began; received < deliveries; await pause(10)) {
    const { count } = await bench.send({ do: 'count' });
    if (count > received) last = performance.now();
    received = count;
    if (performance.now() - last > ARRIVAL_TIMEOUT_MS) {
      throw new Error(
        `${received} of ${deliveries} arrived, and none in the last ${ARRIVAL_TIMEOUT_MS} ms`,
      );
    }
  }
  while ((await countPending(bench)) > 0) await pause(5);
  const seconds = (performance.now() - began) / 1000;
  const after = await readTimes();
  const cpu = {
    sender: (after.sender - before.sender) / deliveries,
    receiver: (after.receiver - before.receiver) / deliveries,
    postgres: (after.postgres - before.postgres) / deliveries,
  };
  return { perSecond: deliveries / seconds, cpu };
}
