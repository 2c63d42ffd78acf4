import { once } from 'node:events';
import type { Database } from '@parley/db';
import type { Metrics } from '@parley/telemetry';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createHealthServer } from './health.ts';

let stopping: AbortController;
let reachable: boolean;
let server: ReturnType<typeof createHealthServer>;

beforeEach(async () => {
  stopping = new AbortController();
  reachable = true;
  const ping = async () => {
    if (!reachable) throw new Error('postgres://user:password@db is away');
  };
  const page = async () => ({ contentType: 'text/plain', text: 'parley_queue_depth 3' });
  server = createHealthServer({ ping } as unknown as Database, stopping.signal, {
    metrics: { page } as Metrics,
    token: 'of the operator',
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

async function ask(path: string, token?: string): Promise<[number, string]> {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  const response = await fetch(`http://127.0.0.1:${address.port}${path}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  return [response.status, await response.text()];
}

it('is ready while the database answers, and says nothing of it when it does not', async () => {
  expect((await ask('/readyz'))[0]).toBe(200);
  reachable = false;
  const [status, text] = await ask('/readyz');
  expect(status).toBe(503);
  expect(text).not.toContain('password');
  reachable = true;
  expect((await ask('/readyz'))[0]).toBe(200);
});

it('lives without the database, and while it drains', async () => {
  reachable = false;
  stopping.abort();
  expect((await ask('/healthz'))[0]).toBe(200);
});

it('is not ready once it was told to stop', async () => {
  stopping.abort();
  expect((await ask('/readyz'))[0]).toBe(503);
});

it('tells its numbers to those who know the word, and nobody else that there are any', async () => {
  expect(await ask('/metrics', 'of the operator')).toEqual([200, 'parley_queue_depth 3']);
  const nothing = await ask('/nothing');
  expect(await ask('/metrics')).toEqual(nothing);
  expect(await ask('/metrics', 'guessed')).toEqual(nothing);
});

it('has nothing else', async () => {
  expect((await ask('/'))[0]).toBe(404);
});
