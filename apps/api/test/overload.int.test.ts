import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { newId } from '@parley/operations';
import { createAdmission } from '@parley/runtime/admission';
import { createLogger, createMetrics } from '@parley/telemetry';
import { waitFor } from '@parley/testing';
import { Client } from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import type { ServerOptions } from '../src/server.ts';
import { order, startApi, type TestApi } from './api.ts';
import { postProviderEvent, providerEvent } from './post-provider-event.ts';
import { openSocket } from './raw-socket.ts';

let api: TestApi;
let logged: string[] = [];
const sink = new Writable({
  write(chunk, _encoding, done) {
    logged.push(String(chunk));
    done();
  },
});
async function start(options: Partial<ServerOptions>): Promise<void> {
  logged = [];
  api = await startApi({
    serve: () => ({
      metrics: { metrics: createMetrics('api'), token: null },
      logger: createLogger({ name: 'api', level: 'info', destination: sink }),
      ...options,
    }),
    // A lock is held until the refusals have arrived, however slow the machine is.
    connect: () => ({ timeouts: { lockMs: 60_000, statementMs: 60_000, responseMs: 60_000 } }),
  });
}
afterEach(() => api.stop());

const health = async () => (await fetch(`${api.url}/healthz`)).status;

describe('an overloaded API', () => {
  it.each<[string, Partial<ServerOptions>]>([
    ['over the limit of requests', { overload: { maxInFlight: 5 } }],
    ['that wait for too long', { admission: createAdmission({ slots: 5, maxWaitMs: 200 }) }],
  ])('rejects requests %s with 503 and completes the others', async (_name, options) => {
    await start(options);
    // A session per request, so that the requests do not conflict with each other.
    const ids: string[] = [];
    while (ids.length < 20) ids.push((await api.post('/proxy_sessions', order)).body.id);
    const holder = new Client({ connectionString: api.env.DATABASE_URL });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM proxy_session WHERE merchant_id = $1 FOR UPDATE', [
      api.merchant.id,
    ]);
    let refusals = 0;
    const responses = ids.map(async (id) => {
      const response = await api.post(`/proxy_sessions/${id}/payer_opened`);
      if (response.status === 503) refusals += 1;
      return response;
    });
    // Fifteen refusals arrive while the lock is held.
    await waitFor(() => refusals === 15, { what: 'the refusals' });
    expect(await health()).toBe(200);
    await holder.query('ROLLBACK');
    await holder.end();
    const all = await Promise.all(responses);
    const refused = all.filter(({ status }) => status === 503);
    expect(refused).toHaveLength(15);
    for (const { body, headers } of refused) {
      expect(body.error.code).toBe('service_unavailable');
      expect(headers.get('link')).toBe(
        '<https://docs.test/errors/service_unavailable/>; rel="help"',
      );
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect(all.filter(({ status }) => status === 200)).toHaveLength(5);
    const opened = { where: { status: 'payer_opened' } };
    expect(await api.database.client.proxySession.count(opened)).toBe(5);
    // There is no error to investigate. Refusals before the body was read share a line per second.
    const lines = () => logged.map((line) => JSON.parse(line));
    const counted = () => lines().reduce((sum, { refused = 0 }) => sum + refused, 0);
    const single = () => lines().filter(({ status }) => status === 503).length;
    await waitFor(() => counted() + single() === 15, { what: 'the log lines of the refusals' });
    expect(lines().filter(({ level }) => level >= 50)).toEqual([]);
    const metrics = await (await fetch(`${api.url}/metrics`)).text();
    expect(metrics).toMatch(new RegExp(`^parley_refused_requests_total.* ${counted()}$`, 'm'));
  });
});

describe('slow clients', () => {
  const slowBody = () =>
    `POST /v1/proxy_sessions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nauthorization: Bearer ${api.merchant.secretKey}\r\ncontent-length: 2\r\n\r\n{`;

  it('that send bodies slowly are bounded per address and keep no other request out', async () => {
    await start({ overload: { maxInFlight: 10, maxUploads: 1_000, maxUploadsPerAddress: 20 } });
    const slow = Array.from({ length: 50 }, () => openSocket(api.url));
    for (const { socket } of slow) socket.write(slowBody());
    const ended = () => slow.filter(({ received }) => received() !== '');
    await waitFor(() => ended().length === 30, { what: 'the oldest requests to be ended' });
    for (const { received } of ended()) {
      expect(received()).toMatch(/^HTTP\/1\.1 408 .*"request_timeout"/s);
    }
    expect((await api.post('/proxy_sessions', order)).status).toBe(200);
    // A request that was not ended is served once it is complete.
    const last = slow.findLast(({ received }) => received() === '');
    last?.socket.write('}');
    await waitFor(() => last?.received().startsWith('HTTP/1.1 400'));
    for (const { socket } of slow) socket.destroy();
  });

  it('that do not read their responses end each other and keep no other request out', async () => {
    await start({ overload: { maxInFlight: 10, maxUnreadResponsesPerAddress: 5 } });
    const large = { ...order, metadata: { note: 'x'.repeat(200_000) } };
    for (let sent = 0; sent < 5; sent++) {
      expect((await api.post('/proxy_sessions', large)).status).toBe(200);
    }
    const { hostname, port } = new URL(api.url);
    const request = `GET /v1/proxy_sessions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.merchant.secretKey}\r\n\r\n`;
    let closed = 0;
    const slow = Array.from({ length: 20 }, () =>
      connect(Number(port), hostname)
        // A write after the server has closed the connection.
        .once('error', () => {})
        .once('close', () => {
          closed += 1;
        })
        .pause(),
    );
    // More and more responses, until the buffers of the operating system are full.
    await waitFor(
      () => {
        for (const socket of slow) if (socket.writable) socket.write(request);
        return closed >= 15;
      },
      { what: 'the connections of the oldest responses to be closed' },
    );
    expect((await api.get('/proxy_sessions?limit=1')).status).toBe(200);
    for (const socket of slow) socket.destroy();
  });

  it('are not those whose bodies arrive with their headers, however many wait for one key', async () => {
    await start({ overload: { maxUploads: 1_000, maxUploadsPerAddress: 5 } });
    const complete = Array.from({ length: 50 }, () => openSocket(api.url));
    // Not JSON, so that each is answered without a session.
    for (const { socket } of complete) socket.write(`${slowBody()}!`);
    await waitFor(() => complete.every(({ received }) => received() !== ''));
    for (const { received } of complete) expect(received()).toMatch(/^HTTP\/1\.1 400 /);
    for (const { socket } of complete) socket.destroy();
  });

  it('that send unsigned provider events slowly end only each other', async () => {
    await start({
      overload: { maxUploads: 5, maxUploadsPerAddress: 5, maxUnauthenticatedUploadsPerAddress: 10 },
    });
    const upload = openSocket(api.url);
    upload.socket.write(slowBody());
    // Its key is authenticated before it counts.
    await setTimeout(500);
    const unsigned = Array.from({ length: 30 }, () => openSocket(api.url));
    for (const { socket } of unsigned) {
      const length = 'content-type: application/json\r\ncontent-length: 1000000';
      const path = `/provider_events/${api.merchant.providerConfigId}`;
      socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\n${length}\r\n\r\n{`);
    }
    const ended = () => unsigned.filter(({ received }) => received() !== '');
    await waitFor(() => ended().length === 20, { what: 'the oldest events to be ended' });
    for (const { received } of ended()) {
      expect(received()).toMatch(/^HTTP\/1\.1 408 .*"request_timeout"/s);
    }
    expect(upload.received()).toBe('');
    upload.socket.write('}');
    await waitFor(() => upload.received().startsWith('HTTP/1.1 400'));
    for (const { socket } of [upload, ...unsigned]) socket.destroy();
  });

  it('that send nothing lose their oldest connections to new ones', async () => {
    await start({ overload: { maxConnectionsPerAddress: 5 } });
    const silent = Array.from({ length: 20 }, () => openSocket(api.url));
    await waitFor(() => silent.filter(({ socket }) => socket.closed).length >= 15, {
      what: 'the oldest connections to be closed',
    });
    expect((await api.post('/proxy_sessions', order)).status).toBe(200);
    for (const { socket } of silent) socket.destroy();
  });
});

describe('a flood of provider events', () => {
  const send = async (
    secret: string,
    event: string,
    config = api.merchant.providerConfigId,
    address = '192.0.2.1',
  ) => {
    const object = { id: 'pi_1', object: 'payment_intent' };
    const body = providerEvent(object, 'payment_intent.succeeded', { id: event });
    const response = await postProviderEvent(
      api.url,
      { configId: config, secret, body },
      { 'x-forwarded-for': address },
    );
    await response.text();
    return response;
  };
  const burst = (size: number) => ({ perSecond: 0.001, burst: size });
  const readStatuses = async (sent: Promise<Response>[]) =>
    (await Promise.all(sent)).map(({ status }) => status).toSorted();

  it.each([
    ['address', { perAddress: burst(3), perAccount: burst(100) }],
    ['account', { perAddress: burst(100), perAccount: burst(3) }],
  ])('is rejected before its signature is verified, by its %s', async (_name, limits) => {
    await start({ providerEventLimits: limits });
    // Accepted events consume nothing.
    for (let i = 0; i < 10; i++) {
      expect((await send('whsec_provider', `evt_${i}`)).status).toBe(200);
    }
    const bad = Array.from({ length: 8 }, (_, i) => send('whsec_wrong', `evt_bad_${i}`));
    expect(await readStatuses(bad)).toEqual([400, 400, 400, 429, 429, 429, 429, 429]);
    const late = await send('whsec_provider', 'evt_late');
    expect(late.status).toBe(429);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await api.database.client.providerEvent.count()).toBe(10);
  });

  it('that are genuine is not limited while they are being stored', async () => {
    await start({ providerEventLimits: { perAddress: burst(3), perAccount: burst(3) } });
    // The account is read before its first event is verified.
    expect((await send('whsec_provider', 'evt_0')).status).toBe(200);
    const sent = await api.database.client.$transaction(async (locking) => {
      await locking.$executeRaw`LOCK TABLE provider_event IN SHARE MODE`;
      const good = Array.from({ length: 8 }, (_, i) => send('whsec_provider', `evt_1${i}`));
      await setTimeout(100);
      return { good };
    });
    // A locked table is waited for 200 ms, which a slow machine may exceed.
    expect(await readStatuses(sent.good)).not.toContain(429);
  });

  it('for accounts that do not exist is limited by its address', async () => {
    await start({ providerEventLimits: { perAddress: burst(3), perAccount: burst(100) } });
    const bad = Array.from({ length: 6 }, (_, i) => send('whsec_x', 'evt_x', `pspcfg_${i}`));
    expect(await readStatuses(bad)).toEqual([404, 404, 404, 429, 429, 429]);
  });

  it('for accounts that do not exist does not keep events out, which the same address sends', async () => {
    await start({ providerEventLimits: { perAddress: burst(3), perAccount: burst(5) } });
    const made = Array.from({ length: 6 }, () => send('whsec_x', 'evt_x', newId('pspcfg')));
    expect(await readStatuses(made)).toEqual([404, 404, 404, 429, 429, 429]);
    // The process has received no event of this account before.
    expect((await send('whsec_provider', 'evt_good')).status).toBe(200);
    expect((await send('whsec_wrong', 'evt_bad')).status).toBe(400);
  });

  it('of one account does not keep events of another out, which the same address sends', async () => {
    await start({ providerEventLimits: { perAddress: burst(3), perAccount: burst(5) } });
    const other = api.other.providerConfigId;
    const bad = Array.from({ length: 8 }, (_, i) => send('whsec_wrong', `evt_${i}`, other));
    expect(await readStatuses(bad)).toEqual([400, 400, 400, 429, 429, 429, 429, 429]);
    expect((await send('whsec_provider', 'evt_good')).status).toBe(200);
  });

  it('from the addresses of one IPv6 network is limited like that of one address', async () => {
    await start({
      trustProxy: () => true,
      providerEventLimits: { perAddress: burst(3), perAccount: burst(100) },
    });
    const bad = Array.from({ length: 6 }, (_, i) =>
      send('whsec_wrong', `evt_${i}`, undefined, `2001:db8::${i + 1}`),
    );
    expect(await readStatuses(bad)).toEqual([400, 400, 400, 429, 429, 429]);
  });
});
