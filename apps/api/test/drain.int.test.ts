import { connect } from 'node:net';
import { freePort, spawnApp, waitFor } from '@parley/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { order, startApi, type TestApi } from './api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

/** A keep-alive connection and what was received on it. */
function openConnection(port: number) {
  const socket = connect({ host: '127.0.0.1', port });
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes.toString();
  });
  socket.on('error', () => {});
  return { socket, received: () => received };
}

describe('SIGTERM', () => {
  it('lets requests in flight finish, accepts no new ones and ends the process', async () => {
    const port = await freePort();
    const server = await spawnApp({ app: 'api', portVariable: 'API_PORT', port, env: api.env });
    const { id } = (await api.post('/proxy_sessions', order)).body;
    const holder = new Client({ connectionString: api.env.DATABASE_URL });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM proxy_session WHERE id = $1 FOR UPDATE', [id]);
    const opened = fetch(`${server.url}/v1/proxy_sessions/${id}/payer_opened`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.merchant.secretKey}` },
    });
    await waitFor(async () => {
      const { rows } = await holder.query(
        "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
      return rows.length > 0;
    });
    // A second request has arrived in half; its end arrives after the signal.
    const connection = openConnection(port);
    connection.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n');

    const ended = server.stop();
    await waitFor(() => server.output().includes('draining'));
    await waitFor(() =>
      fetch(`${server.url}/readyz`).then(
        ({ status }) => status === 503,
        () => true,
      ),
    );
    connection.socket.write('\r\n');
    await waitFor(
      () => connection.received().includes('service_unavailable') || connection.socket.closed,
    );
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();

    await holder.query('ROLLBACK');
    await holder.end();
    const response = await opened;
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ id, status: 'payer_opened' });
    await ended;
    const last = server.output().trim().split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).toMatchObject({ msg: 'stopped' });
  });
});
