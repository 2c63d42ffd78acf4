import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { createLogger } from '@parley/telemetry';
import { waitFor } from '@parley/testing';
import { afterAll, expect, it } from 'vitest';
import { order, startApi } from './api.ts';

const logged: string[] = [];
const sink = new Writable({
  write(chunk, _encoding, done) {
    logged.push(String(chunk));
    done();
  },
});
/** What the read of a session before a write returns. */
let sessionRead = Promise.withResolvers<null>();
const api = await startApi({
  serve: (deps) => ({
    deps: { ...deps, database: { ...deps.database, findSession: () => sessionRead.promise } },
    logger: createLogger({ name: 'api', level: 'info', destination: sink }),
    responseTimeoutMs: 1_000,
  }),
});
afterAll(() => api.stop());

it('a write that never ends receives 503 in time, and its late result is dropped', async () => {
  const { id } = (await api.post('/proxy_sessions', order)).body;
  const cart = { amount_minor: 100, currency: 'eur', cart_snapshot: {}, expected_cart_version: 1 };
  const { status, body, headers } = await api.call('PUT', `/proxy_sessions/${id}/cart`, cart);
  expect([status, body.error.code]).toEqual([503, 'service_unavailable']);
  expect(headers.get('retry-after')).toBe('1');
  const lines = () => logged.map((line) => JSON.parse(line));
  const errors = lines().filter(({ level }) => level >= 50);
  expect(errors).toMatchObject([
    { msg: 'no response in time', request_id: body.error.request_id, timeout_ms: 1_000 },
  ]);
  await waitFor(() => lines().some((line) => line.status === 503 && line.duration_ms >= 1_000), {
    what: 'the log line of the request with its duration',
  });

  sessionRead.resolve(null);
  // The dropped result of the first request is not the response to the second.
  expect((await api.call('PUT', `/proxy_sessions/${id}/cart`, cart)).status).toBe(404);
});

it('a failure after the response is logged', async () => {
  const { id } = (await api.post('/proxy_sessions', order)).body;
  sessionRead = Promise.withResolvers();
  const { body } = await api.post(`/proxy_sessions/${id}/payer_opened`);
  sessionRead.reject(new TypeError('a defect'));
  await waitFor(
    () =>
      logged
        .map((line) => JSON.parse(line))
        .find(({ msg, request_id }) => {
          return msg === 'internal_error' && request_id === body.error.request_id;
        }),
    { what: 'the log line of the failure' },
  );
});

it('a client that does not read its responses loses its connection', async () => {
  const { hostname, port } = new URL(api.url);
  const socket = connect(Number(port), hostname).pause();
  socket.on('error', () => {});
  const closed = new Promise((resolve) =>
    api.server.once('connection', (accepted) => accepted.once('close', resolve)),
  );
  // More than the operating system buffers.
  socket.write('GET /v1/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(100));
  await closed;
  socket.destroy();
});
