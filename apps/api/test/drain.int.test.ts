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

/** A connection that is kept, and what came over it. */
function keptConnection(port: number) {
  const socket = connect({ host: '127.0.0.1', port });
  let said = '';
  socket.on('data', (bytes) => {
    said += bytes.toString();
  });
  socket.on('error', () => {});
  return { socket, said: () => said };
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
    // Half a request is under way too: what stands behind it comes when it is too late.
    const kept = keptConnection(port);
    kept.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n');

    const ended = server.stop();
    await waitFor(() => server.output().includes('draining'));
    await waitFor(() =>
      fetch(`${server.url}/readyz`).then(
        ({ status }) => status === 503,
        () => true,
      ),
    );
    kept.socket.write('\r\n');
    await waitFor(() => kept.said().includes('service_unavailable') || kept.socket.closed);
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();

    await holder.query('ROLLBACK');
    await holder.end();
    const answer = await opened;
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ id, status: 'payer_opened' });
    await ended;
    const last = server.output().trim().split('\n').at(-1) ?? '';
    expect(JSON.parse(last)).toMatchObject({ msg: 'stopped' });
  });
});
