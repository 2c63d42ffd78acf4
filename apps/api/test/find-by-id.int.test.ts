import { createApiKey, newId, revokeApiKey, systemCaller } from '@parley/operations';
import { createCaller } from '@parley/router';
import { afterAll, expect, it } from 'vitest';
import { hex, order, startApi, type TestMerchant } from './api.ts';
import { createOwnedObjects } from './owned-objects.ts';

const api = await startApi();
afterAll(() => api.stop());

const getCaller = ({ id: merchantId }: TestMerchant, mode: 'test' | 'live') =>
  createCaller({
    deps: api.deps,
    requestId: newId('req'),
    person: {
      userId: 'user_1',
      merchantId,
      mode,
      role: 'viewer',
      isMerchantSuspended: false,
      isRecentlyAuthenticated: false,
    },
  });
const findById = (merchant: TestMerchant, mode: 'test' | 'live', id: string) =>
  getCaller(merchant, mode).search.findById({ id });

const owned = await createOwnedObjects(api, api.merchant);
const { client } = api.database;
const scope = { merchantId: api.merchant.id, mode: 'test' } as const;
const endpointId = owned.webhook_endpoints ?? '';
const session = { type: 'session', id: owned.proxy_sessions };

const caller = systemCaller(scope);

const { id: revoked } = (await createApiKey(api.deps, caller, { kind: 'secret', name: 'old' }))
  .api_key;
await revokeApiKey(api.deps, caller, { id: revoked });
const requests = { logged: newId('req'), expired: newId('req') };
await api.database.insertApiRequests([
  {
    ...scope,
    id: requests.logged,
    method: 'GET',
    route: '/v1/events',
    path: '/v1/events',
    query: null,
    requestBody: null,
    responseBody: null,
    status: 200,
    errorCode: null,
    durationMs: 1,
    apiKeyId: owned.api_keys ?? '',
    apiKeyKind: 'secret',
    network: null,
    idempotencyKey: 'order-1042-create',
    replayed: false,
    proxySessionId: null,
    createdAt: new Date(),
  },
]);

const { merchantId } = scope;
await client.subscription.update({
  where: { merchantId_id: { merchantId, id: owned.subscriptions ?? '' } },
  data: {
    providerCustomerId: `cus_${merchantId}`,
    latestInvoiceId: `in_${merchantId}`,
    latestInvoiceAmountMinor: 900,
    latestInvoiceCurrency: 'eur',
    latestPaymentStatus: 'paid',
  },
});
const subscription = { type: 'subscription', id: owned.subscriptions };

await api.post('/proxy_sessions', {
  ...order,
  buyer_reference: 'buyer_of_payer',
  payer_contact: { email: 'Payer@Shop.example' },
});

const results: Readonly<Record<string, readonly [id: string | undefined, result: object]>> = {
  'a session': [owned.proxy_sessions, session],
  'an attempt': [owned.acquisition_attempts, session],
  'an event': [owned.events, { type: 'event', id: owned.events }],
  'a subscription': [owned.subscriptions, subscription],
  'a subscription of the provider': [`sub_${merchantId}`, subscription],
  'a subscription of a customer': [`cus_${merchantId}`, subscription],
  'a subscription of a latest invoice': [`in_${merchantId}`, subscription],
  'a buyer': [order.buyer_reference, { type: 'buyer', id: order.buyer_reference }],
  'the email of a payer': [
    'payer@shop.example',
    { type: 'session_search', id: 'payer@shop.example' },
  ],
  'an idempotency key': ['order-1042-create', { type: 'api_request', id: requests.logged }],
  'an endpoint': [endpointId, { type: 'webhook_endpoint', id: endpointId }],
  'an event of the provider': [
    owned.provider_events,
    { type: 'provider_event', id: owned.provider_events, status: 'failed' },
  ],
  'a provider config': [
    owned.provider_configs,
    { type: 'provider_config', id: owned.provider_configs },
  ],
  'an active key': [owned.api_keys, { type: 'api_key', id: owned.api_keys, status: 'active' }],
  'a revoked key': [revoked, { type: 'api_key', id: revoked, status: 'ended' }],
  'a logged request': [requests.logged, { type: 'api_request', id: requests.logged }],
};

it.each(Object.entries(results))(
  'finds %s by its id, for its merchant and mode only',
  async (_, [id = '', result]) => {
    expect(await findById(api.merchant, 'test', ` ${id}\n`)).toEqual({ result });
    for (const [merchant, mode, unknown] of [
      [api.other, 'test', id],
      [api.merchant, 'live', id],
      [api.merchant, 'test', id.slice(0, -1)],
    ] as const) {
      const found = findById(merchant, mode, unknown);
      await expect(found).rejects.toMatchObject({ cause: { code: 'not_found' } });
    }
  },
);

it('finds nothing for a prefix that is not a kind of id', async () => {
  const id = endpointId.replace('whend', 'toString');
  const found = findById(api.merchant, 'test', id);
  await expect(found).rejects.toMatchObject({ cause: { code: 'not_found' } });
});

it('finds the sessions that a request changed, when it is no longer in the log', async () => {
  const entry = {
    action: 'create',
    actorKind: 'system',
    requestId: requests.expired,
    at: new Date(),
  };
  const add = (proxySessionId: string, sequence: number) =>
    client.historyEntry.create({
      data: { merchantId: scope.merchantId, proxySessionId, sequence, ...entry },
    });
  await add(session.id ?? '', 90);
  expect(await findById(api.merchant, 'test', requests.expired)).toEqual({ result: session });
  await add((await api.post('/proxy_sessions', order)).body.id, 90);
  expect(await findById(api.merchant, 'test', requests.expired)).toEqual({
    result: { type: 'session_search', id: requests.expired },
  });
});

it('lists subscriptions by customer, buyer reference and day of creation', async () => {
  const { subscriptions } = getCaller(api.merchant, 'test');
  const readIds = async (input: Parameters<typeof subscriptions.listOverviews>[0]) =>
    (await subscriptions.listOverviews(input)).data.map(({ id }) => id);
  const own = [owned.subscriptions];
  expect(await readIds({ search: `cus_${merchantId}` })).toEqual(own);
  expect(await readIds({ search: order.buyer_reference, status: 'active' })).toEqual(own);
  expect(await readIds({ search: order.buyer_reference, buyer_reference: 'another' })).toEqual([]);
  expect(await readIds({ search: 'unknown' })).toEqual([]);

  // A second one of the same customer, of another buyer, status and day.
  const { id: proxySessionId } = (await api.post('/proxy_sessions', order)).body;
  const reserved = await api.post(`/proxy_sessions/${proxySessionId}/acquisition_attempts`, {
    commercial_mode: 'subscription',
    integration_path: 'direct_subscription',
    pricing_mode: 'fixed',
    provider_options_fingerprint: hex('a'),
  });
  const row = await client.subscription.findUniqueOrThrow({
    where: { merchantId_id: { merchantId, id: owned.subscriptions ?? '' } },
  });
  const second = newId('psub');
  await client.subscription.create({
    data: {
      ...row,
      id: second,
      items: [],
      disputes: [],
      proxySessionId,
      attemptId: reserved.body.acquisition_attempt.id,
      providerSubscriptionId: `${row.providerSubscriptionId}_2`,
      buyerReference: 'another',
      status: 'past_due',
      latestInvoiceId: `${row.latestInvoiceId}_2`,
      createdAt: new Date('2026-01-31T23:59:59Z'),
    },
  });
  const customer = `cus_${merchantId}`;
  expect(await findById(api.merchant, 'test', customer)).toEqual({
    result: { type: 'subscription_search', id: customer },
  });
  expect(await readIds({ search: customer })).toEqual([...own, second]);
  expect(await readIds({ search: customer, status: 'past_due' })).toEqual([second]);
  expect(await readIds({ buyer_reference: 'another' })).toEqual([second]);
  expect(await readIds({ search: order.buyer_reference })).toEqual(own);
  expect(await readIds({ created_from: '2026-02-01T00:00:00Z' })).toEqual(own);
  expect(await readIds({ created_before: '2026-02-01T00:00:00Z' })).toEqual([second]);
});
