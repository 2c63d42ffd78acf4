import { type ServerProcess, spawnApp } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMerchant, asMerchant, createCall, startApi, type TestApi } from './api.ts';
import { everyWrite, readTrace, type Trace, type Write, writeNames } from './writes.ts';

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
  /** The responses by index; null where none arrived because the process was killed. */
  first: readonly (Sent | null)[];
}

/** Writes per operation, each to an object of its own. */
const WRITES = 8;
/** Processes that are killed, each during the writes of a few operations. */
const KILLS = 5;

let api: TestApi;
let server: ServerProcess;
const batches = new Map<Operation, Batch>();

/** A process that runs few writes at once, so that most are outstanding when it is killed. */
const startServer = () => spawnApp({ app: 'api', env: { ...api.env, DATABASE_POOL_SIZE: '1' } });

async function send(
  url: string,
  { merchant }: TestApi,
  { method, path, body }: Write,
  key: string,
): Promise<Sent> {
  const call = createCall(() => url, merchant.secretKey);
  const response = await call(method, path, body, { headers: { 'idempotency-key': key } });
  return { status: response.status, body: response.body };
}

async function prepareBatch(operation: Operation): Promise<Batch> {
  const merchant = await addMerchant(api.database, operation, 'test');
  const own = asMerchant(api, merchant);
  const prepare = everyWrite(own)[operation];
  const writes: Write[] = [];
  while (writes.length < WRITES) writes.push(await prepare());
  return { api: own, prepare, writes, before: await readTrace(own), first: [] };
}

/**
 * Sends all writes of a group of operations concurrently to a process of its own, the first write of each
 * operation before the second of any, and kills the process when as many writes have succeeded as there are
 * operations. That is fewer than the writes of one operation, so every operation has outstanding writes.
 */
async function sendAndKill(group: readonly Batch[]): Promise<void> {
  const target = await startServer();
  const killed = Promise.withResolvers<void>();
  let succeeded = 0;
  const sent = group.map((): Promise<Sent | null>[] => []);
  for (let index = 0; index < WRITES; index++) {
    for (const [position, { api: own, writes }] of group.entries()) {
      const write = writes[index];
      if (!write) throw new Error(`there is no write ${index}`);
      const response = send(target.url, own, write, `crash-${index}`).catch(() => null);
      sent[position]?.push(response);
      void response.then((result) => {
        if (result?.status !== 200) return;
        succeeded += 1;
        if (succeeded === group.length) killed.resolve(target.kill());
      });
    }
  }
  const responses = await Promise.all(sent.map((batch) => Promise.all(batch)));
  killed.reject(new Error('too few writes succeeded, so the process was not killed'));
  await killed.promise;
  for (const [position, batch] of group.entries()) batch.first = responses[position] ?? [];
}

beforeAll(async () => {
  api = await startApi();
  const prepared = await Promise.all(
    writeNames.map(async (operation) => [operation, await prepareBatch(operation)] as const),
  );
  for (const [operation, batch] of prepared) batches.set(operation, batch);
  for (let kill = 0; kill < KILLS; kill++) {
    await sendAndKill([...batches.values()].filter((_, index) => index % KILLS === kill));
  }
  // The kill can come late on a busy machine, after all responses of an operation: again, for it alone.
  for (const [operation, { first }] of batches) {
    if (first.includes(null)) continue;
    const batch = await prepareBatch(operation);
    await sendAndKill([batch]);
    batches.set(operation, batch);
  }
  server = await startServer();
});
afterAll(async () => {
  await server.stop();
  await api.stop();
});

function getBatch(operation: Operation): Batch {
  const batch = batches.get(operation);
  if (!batch) throw new Error(`${operation} was not prepared`);
  return batch;
}

describe('a process that is killed during writes', () => {
  it.each(writeNames)('has not responded to every %s', (operation) => {
    const { first } = getBatch(operation);
    expect(first).toHaveLength(WRITES);
    expect(first.filter((response) => response === null).length).toBeGreaterThan(0);
  });

  it.each(writeNames)(
    'executes each %s exactly once when it is repeated after the restart',
    async (operation) => {
      const { api: own, prepare, writes, before, first } = getBatch(operation);
      const repeat = () =>
        Promise.all(writes.map((write, index) => send(server.url, own, write, `crash-${index}`)));
      const again = await repeat();
      expect(again.map(({ status }) => status)).toEqual(writes.map(() => 200));
      for (const [index, response] of first.entries()) {
        // 503 means that the write was not executed, so the repeated request was the first.
        if (response && response.status !== 503) expect(again[index]).toEqual(response);
      }
      expect(await repeat()).toEqual(again);

      // The rows of one uninterrupted write, as often as there were writes.
      const after = await readTrace(own);
      const alone = await prepare();
      const baseline = await readTrace(own);
      expect((await send(server.url, own, alone, 'alone')).status).toBe(200);
      const made = await readTrace(own);
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
