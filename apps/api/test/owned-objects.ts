import { randomUUID } from 'node:crypto';
import { createApiKey, createWebhookEndpoint, newId, systemCaller } from '@parley/operations';
import type { TestApi, TestMerchant } from './api.ts';
import { hex, order } from './api.ts';

/** The id of one object of each kind, by the path segment before it. */
export type OwnedObjects = Readonly<Record<string, string>>;

/** Creates one object of each kind for a merchant in test mode. */
export async function createOwnedObjects(
  api: TestApi,
  merchant: TestMerchant,
): Promise<OwnedObjects> {
  const options = { key: merchant.secretKey };
  const { id: session } = (await api.post('/proxy_sessions', order, options)).body;
  const reserved = await api.post(
    `/proxy_sessions/${session}/acquisition_attempts`,
    {
      commercial_mode: 'subscription',
      integration_path: 'direct_subscription',
      pricing_mode: 'fixed',
      provider_options_fingerprint: hex('a'),
    },
    options,
  );
  const { id: attempt } = reserved.body.acquisition_attempt;
  const scope = { merchantId: merchant.id, mode: 'test' } as const;
  const caller = systemCaller(scope);
  const endpoint = await createWebhookEndpoint(api.deps, caller, {
    url: 'https://shop.example/webhooks',
  });
  const key = await createApiKey(api.deps, caller, { kind: 'secret', name: 'owned' });
  const [event] = await api.database.forScope(scope).outbox.listBySession(session);
  if (!event) throw new Error('a session begins with an event');
  const { id: endpointId } = endpoint.webhook_endpoint;
  const { client } = api.database;
  await client.webhookDelivery.create({
    data: {
      merchantId: merchant.id,
      endpointId,
      eventId: event.id,
      queueNumber: 0,
      sequence: 1,
      status: 'failed',
      dueAt: new Date(),
      finishedAt: new Date(),
    },
  });
  const subscription = newId('psub');
  await client.subscription.create({
    data: {
      ...scope,
      id: subscription,
      proxySessionId: session,
      attemptId: attempt,
      providerConfigId: merchant.providerConfigId,
      buyerReference: order.buyer_reference,
      psp: 'provider',
      providerSubscriptionId: `sub_${merchant.id}`,
      status: 'active',
      configurationStatus: 'unknown',
      cancelAtPeriodEnd: false,
      items: [],
      lastSyncedAt: new Date(),
      syncSource: 'event',
      createdAt: new Date(),
      updatedAt: new Date(),
    },
  });
  return {
    provider_events: await failedProviderEvent(api, merchant),
    provider_configs: merchant.providerConfigId,
    proxy_sessions: session,
    acquisition_attempts: attempt,
    subscriptions: subscription,
    webhook_endpoints: endpointId,
    events: event.id,
    deliveries: event.id,
    api_keys: key.api_key.id,
    requests: await createLoggedRequest(api, merchant),
  };
}

/** Creates a row of the request log and returns its id. */
export async function createLoggedRequest(api: TestApi, merchant: TestMerchant): Promise<string> {
  const id = newId('req');
  await api.database.insertApiRequests([
    {
      merchantId: merchant.id,
      mode: 'test',
      id,
      method: 'GET',
      route: '/v1/events',
      path: '/v1/events',
      status: 200,
      errorCode: null,
      durationMs: 1,
      apiKeyId: 'key_1',
      apiKeyKind: 'secret',
      network: null,
      idempotencyKey: null,
      replayed: false,
      proxySessionId: null,
      query: null,
      requestBody: null,
      responseBody: null,
      createdAt: new Date(),
    },
  ]);
  return id;
}

/** The keys of a second provider account. */
export const accountKeys = (api: TestApi) => ({
  publishable_key: 'pk_test_another',
  secret_key: 'sk_test_another',
  webhook_secret: 'whsec_another',
  api_url: api.providerUrl,
});

/** Creates a failed provider event and returns its id. */
export async function failedProviderEvent(api: TestApi, merchant: TestMerchant): Promise<string> {
  const eventId = `evt_${randomUUID().replaceAll('-', '')}`;
  await api.database.client.providerEvent.create({
    data: {
      merchantId: merchant.id,
      mode: 'test',
      providerConfigId: merchant.providerConfigId,
      eventId,
      type: 'payment_intent.succeeded',
      objectId: `pi_${eventId}`,
      payload: {},
      status: 'failed',
      dueAt: new Date(),
      occurredAt: new Date(),
    },
  });
  return eventId;
}

/** Every row of a merchant except its keys, by table, as text. */
export async function readRows(
  api: TestApi,
  merchantId: string,
): Promise<Record<string, string[]>> {
  const { client } = api.database;
  const tables = await client.$queryRaw<{ name: string }[]>`
    SELECT c.relname::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
      AND a.attname = 'merchant_id' ORDER BY 1`;
  // These rows change with every request.
  const counters = ['api_key', 'rate_limit'];
  const names = tables.map(({ name }) => name).filter((name) => !counters.includes(name));
  // The table names come from the catalog, not from input.
  const selects = names.map(
    (name) =>
      `SELECT '${name}' AS name, to_jsonb(t)::text AS row FROM "${name}" t WHERE merchant_id = $1`,
  );
  const found = await client.$queryRawUnsafe<{ name: string; row: string }[]>(
    `${selects.join(' UNION ALL ')} ORDER BY 1, 2`,
    merchantId,
  );
  const rows = Map.groupBy(found, ({ name }) => name);
  return Object.fromEntries(
    names.map((name) => [name, (rows.get(name) ?? []).map(({ row }) => row)]),
  );
}
