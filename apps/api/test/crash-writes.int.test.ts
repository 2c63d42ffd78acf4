import { freePort, type SpawnedApp, spawnApp } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from './api.ts';
import { everyWrite, traceOf, type Write, writeNames } from './writes.ts';

/** Equal objects, each written once; the process is killed while that goes on. */
const WRITES = 12;

let api: TestApi;
let port: number;
let server: SpawnedApp;
beforeAll(async () => {
  api = await startApi();
  port = await freePort();
  server = await startServer();
});
afterAll(async () => {
  await server.stop();
  await api.stop();
});

const startServer = () => spawnApp({ app: 'api', portVariable: 'API_PORT', port, env: api.env });

async function send({ method, path, body }: Write, key: string) {
  const response = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${api.merchant.secretKey}`,
      'idempotency-key': key,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: await response.json() };
}

describe('a process that is killed between the work and the answer', () => {
  it.each(writeNames)(
    '%s: asked again it gives the answer it gave or would have given',
    async (operation) => {
      const prepare = everyWrite(api)[operation];
      const writes = await Promise.all(Array.from({ length: WRITES }, prepare));
      const before = await traceOf(api);
      const key = (index: number) => `crash-${operation}-${index}`;
      const inFlight = writes.map((write, index) => send(write, key(index)).catch(() => null));
      // At the first answer others are written and not answered, or still being written.
      await Promise.any(inFlight);
      await server.crash();
      const first = await Promise.all(inFlight);
      server = await startServer();
      const again = await Promise.all(writes.map((write, index) => send(write, key(index))));
      expect(again.map(({ status }) => status)).toEqual(writes.map(() => 200));
      for (const [index, answer] of first.entries()) {
        if (answer) expect(again[index]).toEqual(answer);
      }
      const twice = await Promise.all(writes.map((write, index) => send(write, key(index))));
      expect(twice).toEqual(again);
      // As much as one write alone makes, as often as there were writes.
      const after = await traceOf(api);
      const alone = await prepare();
      const baseline = await traceOf(api);
      expect((await send(alone, `alone-${operation}`)).status).toBe(200);
      const made = await traceOf(api);
      for (const name of Object.keys(after) as (keyof typeof after)[]) {
        const once = made[name] - baseline[name];
        expect([name, after[name] - before[name]]).toEqual([name, once * WRITES]);
      }
    },
  );
});
