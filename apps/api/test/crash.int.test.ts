import { reservePort, type ServerProcess, spawnApp } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCall, order } from './api.ts';
import {
  type Payments,
  payableSession,
  readEvents,
  sessionReaches,
  startPayments,
} from './provider.ts';

let payments: Payments;
let port: number;
let server: ServerProcess;
const startServer = () => spawnApp({ app: 'api', port, env: payments.api.env });

beforeAll(async () => {
  port = await reservePort();
  // The provider posts to a server of its own process, which can be killed.
  payments = await startPayments({ eventsOrigin: `http://127.0.0.1:${port}` });
  server = await startServer();
});
afterAll(async () => {
  await server.stop();
  await payments.stop();
});

describe('an API process that is killed', () => {
  it('completes each payment once that was in progress when it was killed', async () => {
    const { api, stripe } = payments;
    const sessions = await Promise.all(Array.from({ length: 5 }, () => payableSession(payments)));
    const paying = sessions.map(({ intent }) =>
      stripe.paymentIntents.confirm(intent.id, {
        payment_method: 'pm_card_visa',
        return_url: 'https://shop.test/return',
      }),
    );
    await server.kill();
    await Promise.all(paying);
    server = await startServer();
    for (const { id } of sessions) {
      await sessionReaches(api, id, { status: 'paid' });
      const events = await readEvents(api, id);
      expect(events.filter((type) => type === 'proxy_session.paid')).toHaveLength(1);
    }
  });

  it('executes each repeated create request once with one response', async () => {
    const call = createCall(() => server.url, payments.api.merchant.secretKey);
    const create = async (key: string) =>
      (await call('POST', '/proxy_sessions', order, { headers: { 'idempotency-key': key } })).body;
    const keys = Array.from({ length: 20 }, (_, index) => `crash-${index}`);
    const inFlight = keys.map((key) => create(key).catch(() => null));
    await inFlight[0];
    await server.kill();
    const before = await Promise.all(inFlight);
    server = await startServer();
    const after = await Promise.all(keys.map(create));
    for (const [index, response] of before.entries()) {
      if (response) expect(after[index]).toEqual(response);
    }
    const { count } = await payments.api.database.client.proxySession
      .aggregate({
        where: { merchantId: payments.api.merchant.id, idempotencyKey: { startsWith: 'crash-' } },
        _count: true,
      })
      .then(({ _count }) => ({ count: _count }));
    expect(count).toBe(keys.length);
  });
});
