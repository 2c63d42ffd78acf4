import { freePort, type SpawnedApp, spawnApp } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMerchant, asMerchant, startApi, type TestApi } from './api.ts';
import { everyWrite, type Trace, traceOf, type Write, writeNames } from './writes.ts';

type Operation = (typeof writeNames)[number];

interface Sent {
  readonly status: number;
  readonly body: unknown;
}

/** The writes of one operation, by a merchant that does nothing else, so that its rows can be counted. */
interface Batch {
  readonly api: TestApi;
  readonly prepare: () => Promise<Write>;
  readonly writes: readonly Write[];
  readonly before: Trace;
  /** The responses by index; null where the process was killed before it responded. */
  first: readonly (Sent | null)[];
}

/** Writes per operation, each to an object of its own. */
const WRITES = 8;

let api: TestApi;
let port: number;
let server: SpawnedApp;
const batches = new Map<Operation, Batch>();

const startServer = () => spawnApp({ app: 'api', portVariable: 'API_PORT', port, env: api.env });

async function send(
  { merchant }: TestApi,
  { method, path, body }: Write,
  key: string,
): Promise<Sent> {
  const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${merchant.secretKey}`,
      'idempotency-key': key,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: await response.json() };
}

async function prepareBatch(operation: Operation): Promise<Batch> {
  const merchant = await addMerchant(api.database, operation, 'test');
  const own = asMerchant(api, merchant);
  const prepare = everyWrite(own)[operation];
  const writes: Write[] = [];
  while (writes.length < WRITES) writes.push(await prepare());
  return { api: own, prepare, writes, before: await traceOf(own), first: [] };
}

/**
 * Sends all writes of all operations concurrently, the first write of each operation before the second of
 * any, and kills the process once half of them have a response.
 */
async function sendAllAndCrash(): Promise<void> {
  const half = (batches.size * WRITES) / 2;
  const killed = Promise.withResolvers<void>();
  let responses = 0;
  const sent = new Map<Operation, Promise<Sent | null>[]>();
  for (const operation of writeNames) sent.set(operation, []);
  for (let index = 0; index < WRITES; index++) {
    for (const [operation, { api: own, writes }] of batches) {
      const write = writes[index];
      if (!write) throw new Error(`${operation} has no write ${index}`);
      const response = send(own, write, `crash-${index}`).catch(() => null);
      sent.get(operation)?.push(response);
      void response.then(() => {
        responses += 1;
        if (responses === half) killed.resolve(server.crash());
      });
    }
  }
  await killed.promise;
  for (const [operation, batch] of batches) {
    batch.first = await Promise.all(sent.get(operation) ?? []);
  }
}

beforeAll(async () => {
  api = await startApi();
  port = await freePort();
  server = await startServer();
  const prepared = await Promise.all(
    writeNames.map(async (operation) => [operation, await prepareBatch(operation)] as const),
  );
  for (const [operation, batch] of prepared) batches.set(operation, batch);
  await sendAllAndCrash();
  server = await startServer();
});
afterAll(async () => {
  await server.stop();
  await api.stop();
});

function batchOf(operation: Operation): Batch {
  const batch = batches.get(operation);
  if (!batch) throw new Error(`${operation} was not prepared`);
  return batch;
}

describe('a process that is killed while every kind of write is under way', () => {
  it('has sent some responses and not others', () => {
    const all = [...batches.values()].flatMap(({ first }) => first);
    expect(all).toHaveLength(writeNames.length * WRITES);
    expect(all.filter((response) => response === null).length).toBeGreaterThan(0);
    expect(all.filter((response) => response?.status === 200).length).toBeGreaterThan(0);
  });

  it.each(writeNames)(
    'executes each %s exactly once when it is repeated after the restart',
    async (operation) => {
      const { api: own, prepare, writes, before, first } = batchOf(operation);
      const repeat = () =>
        Promise.all(writes.map((write, index) => send(own, write, `crash-${index}`)));
      const again = await repeat();
      expect(again.map(({ status }) => status)).toEqual(writes.map(() => 200));
      expect(again).toEqual(again.map((response, index) => first[index] ?? response));
      expect(await repeat()).toEqual(again);

      // The rows of one uninterrupted write, as often as there were writes.
      const after = await traceOf(own);
      const alone = await prepare();
      const baseline = await traceOf(own);
      expect((await send(own, alone, 'alone')).status).toBe(200);
      const made = await traceOf(own);
      const difference = (to: Trace, from: Trace, times = 1) =>
        Object.fromEntries(
          Object.entries(to).map(([name, count]) => [
            name,
            (count - from[name as keyof Trace]) * times,
          ]),
        );
      expect(difference(after, before)).toEqual(difference(made, baseline, WRITES));
    },
  );
});
