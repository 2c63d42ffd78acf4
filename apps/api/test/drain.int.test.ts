import { once } from 'node:events';
import { lockWaits, spawnApp, waitFor } from '@parley/testing';
import { Client } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { order, startApi } from './api.ts';
import { openSocket } from './raw-socket.ts';

const api = await startApi();
afterAll(() => api.stop());

/** Longer than the test: a second signal ends the grace period. */
const LONG_GRACE = '100000';

describe('SIGTERM', () => {
  it('reports not ready first, then refuses connections, completes requests in flight and exits with 0', async () => {
    const server = await spawnApp({
      app: 'api',
      env: { ...api.env, SHUTDOWN_GRACE_MS: LONG_GRACE },
    });
    const call = (path: string, init?: RequestInit) =>
      fetch(`${server.url}${path}`, {
        headers: { authorization: `Bearer ${api.merchant.secretKey}` },
        ...init,
      });
    const { id } = (await api.post('/proxy_sessions', order)).body;
    const holder = new Client({ connectionString: api.env.DATABASE_URL });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query(
      'SELECT 1 FROM proxy_session WHERE merchant_id = $1 AND id = $2 FOR UPDATE',
      [api.merchant.id, id],
    );
    const opened = call(`/v1/proxy_sessions/${id}/payer_opened`, { method: 'POST' });
    await waitFor(async () => {
      const { rows } = await holder.query(lockWaits());
      return rows.length > 0;
    });

    const ended = server.stop();
    await waitFor(async () => (await call('/readyz')).status === 503);
    // Load balancers have not read it yet: everything else still works, on connections that end.
    const served = await call(`/v1/proxy_sessions/${id}/merchant`);
    expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
    // A second request has arrived in half; its end arrives after the grace period.
    const half = openSocket(server.url);
    half.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n');
    // A third connection was opened in advance and is never used.
    const unused = openSocket(server.url);
    await once(unused.socket, 'connect');
    expect((await call('/healthz')).status).toBe(200);

    void server.stop();
    await waitFor(
      () =>
        call('/healthz')
          .then(() => false)
          .catch(() => true),
      {
        what: 'new connections to be refused',
      },
    );
    half.socket.write('\r\n');
    await waitFor(() => half.received().includes('service_unavailable') || half.socket.closed);

    await holder.query('ROLLBACK');
    await holder.end();
    const response = await opened;
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ id, status: 'payer_opened' });
    expect(await ended).toBe(0);
    const last = server.output().trim().split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).toMatchObject({ msg: 'stopped' });
    // The last requests are in the request log.
    const logged = await api.database.client.apiRequest.findUnique({
      where: {
        merchantId_mode_id: {
          merchantId: api.merchant.id,
          mode: 'test',
          id: response.headers.get('x-request-id') ?? '',
        },
      },
    });
    expect(logged).toMatchObject({ proxySessionId: id, status: 200 });
  });
});
