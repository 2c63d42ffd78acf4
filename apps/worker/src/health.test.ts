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
    if (!reachable) throw new Error('postgres://user:password@db is unavailable');
  };
  const page = async () => ({ contentType: 'text/plain', text: 'parley_queue_depth 3' });
  server = createHealthServer({ ping } as unknown as Database, stopping.signal, {
    metrics: { page } as Metrics,
    token: 'operator-token',
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

async function get(path: string, token?: string, method = 'GET'): Promise<[number, string]> {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const response = await fetch(`http://127.0.0.1:${address.port}${path}`, {
    method,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  return [response.status, await response.text()];
}

it('/readyz follows the database and reveals no connection details', async () => {
  expect((await get('/readyz'))[0]).toBe(200);
  reachable = false;
  const [status, text] = await get('/readyz');
  expect(status).toBe(503);
  expect(text).not.toContain('password');
  reachable = true;
  expect((await get('/readyz'))[0]).toBe(200);
});

it('/healthz succeeds without the database and while draining', async () => {
  reachable = false;
  stopping.abort();
  expect((await get('/healthz'))[0]).toBe(200);
});

it('/readyz fails while draining', async () => {
  stopping.abort();
  expect((await get('/readyz'))[0]).toBe(503);
});

it('/metrics requires the token and is otherwise not found', async () => {
  expect(await get('/metrics', 'operator-token')).toEqual([200, 'parley_queue_depth 3']);
  const nothing = await get('/nothing');
  expect(await get('/metrics')).toEqual(nothing);
  expect(await get('/metrics', 'guessed')).toEqual(nothing);
});

it('every other path is not found', async () => {
  expect((await get('/'))[0]).toBe(404);
});

it('responds 405 to other methods than GET and HEAD', async () => {
  expect((await get('/healthz', undefined, 'POST'))[0]).toBe(405);
  expect((await get('/healthz', undefined, 'HEAD'))[0]).toBe(200);
});
