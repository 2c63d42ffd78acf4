import { createRoles } from '@parley/db/testing';
import { eraseBuyer } from '@parley/operations';
import { startWebhookReceiver, waitFor } from '@parley/testing';
import { afterAll, expect, it } from 'vitest';
import { payableSession, sessionReaches, startPayments } from './provider.ts';

const failures: unknown[] = [];
let dropRoles = async () => {};
const workerEnv: Record<string, string> = { WEBHOOK_ALLOW_LOOPBACK_HTTP: 'true' };
/** Every process connects with the role that cannot change tables. */
const payments = await startPayments({
  workerEnv,
  api: {
    serve: (deps) => ({ requestLog: true, deps: { ...deps, allowLoopbackWebhooks: true } }),
    connect: async (databaseUrl) => {
      const { runUrl: url, drop } = await createRoles(databaseUrl);
      dropRoles = drop;
      workerEnv.DATABASE_URL = url;
      return { url, onBackgroundFailure: (failure) => failures.push(failure) };
    },
  },
});
const receiver = await startWebhookReceiver();
afterAll(async () => {
  await payments.stop();
  await receiver.stop();
  await dropRoles();
});

it('the role for processes suffices from a cart to its erasure, and for retention', async () => {
  const { api, stripe } = payments;
  receiver.respondWith((response) => response.writeHead(204).end());
  await api.post('/webhook_endpoints', { url: receiver.url });
  const buyerReference = 'customer_1';
  const paid = await payableSession(payments, { buyer_reference: buyerReference });
  await stripe.paymentIntents.confirm(paid.intent.id, {
    payment_method: 'pm_card_visa',
    return_url: 'https://shop.test/return',
  });
  await sessionReaches(api, paid.id, { status: 'paid' });
  await api.post(`/proxy_sessions/${paid.id}/provisioned`, { fulfillment_reference: 'order 1' });
  await waitFor(
    async () =>
      (await api.database.client.webhookDelivery.count({ where: { status: 'waiting' } })) === 0,
    { what: 'every delivery' },
  );
  expect(receiver.received.length).toBeGreaterThan(0);
  const day = { contacts: 1, carts: 1, auditEntries: 1, apiRequests: 1 };
  expect(await api.database.applyRetention(100, day)).toMatchObject({ auditEntries: 0 });
  const operator = {
    merchantId: api.merchant.id,
    mode: 'live',
    actor: { kind: 'operator', id: 'ada' },
    requestId: null,
  } as const;
  expect(await eraseBuyer(api.deps, operator, { buyerReference })).toMatchObject({ sessions: 1 });
  expect(failures).toEqual([]);
  await expect(api.database.client.$executeRaw`DROP TABLE payment`).rejects.toThrow(
    'must be owner of table payment',
  );
});
