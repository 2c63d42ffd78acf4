import { randomBytes } from 'node:crypto';
import { type RestRoute, restRoutes } from '@parley/router/rest';
import { attemptOptions, hex, order, type TestApi } from './api.ts';
import { accountKeys, failedProviderEvent } from './owned-objects.ts';

export interface Write {
  readonly method: RestRoute['method'];
  readonly path: string;
  readonly body?: object | undefined;
}

/** Row counts of a merchant, which a repeated write must not change. */
export interface Trace {
  readonly sessions: number;
  readonly attempts: number;
  readonly carts: number;
  readonly events: number;
  readonly history: number;
  readonly endpoints: number;
  readonly deliveries: number;
  readonly providerConfigs: number;
  readonly audit: number;
}

async function session(api: TestApi): Promise<{ id: string }> {
  return { id: (await api.post('/proxy_sessions', order)).body.id };
}

async function reserved(api: TestApi) {
  const { id: proxy_session_id } = await session(api);
  const path = `/proxy_sessions/${proxy_session_id}/acquisition_attempts`;
  const { id, version } = (await api.post(path, attemptOptions)).body.acquisition_attempt;
  const object_id = `pi_${proxy_session_id.slice(-16)}`;
  const root = { role: 'root', object_type: 'payment_intent', object_id };
  return { proxy_session_id, acquisition_attempt_id: id, expected_version: version, ...root };
}

/** An attempt with a root object. */
async function attached(api: TestApi) {
  const { proxy_session_id, acquisition_attempt_id, ...root } = await reserved(api);
  const path = `/proxy_sessions/${proxy_session_id}/acquisition_attempts/${acquisition_attempt_id}`;
  const { version } = (await api.post(`${path}/provider_objects`, root)).body;
  return { proxy_session_id, acquisition_attempt_id, expected_version: version };
}

/** A session in a status that only the provider can cause. */
async function inStatus(api: TestApi, status: string, attemptStatus: string) {
  const { proxy_session_id: id, acquisition_attempt_id } = await attached(api);
  const { client } = api.database;
  await client.$executeRaw`
    UPDATE proxy_session SET status = ${status}, completed_attempt_id = ${status === 'paid' ? acquisition_attempt_id : null}
    WHERE merchant_id = ${api.merchant.id} AND id = ${id}`;
  await client.$executeRaw`
    UPDATE acquisition_attempt SET status = ${attemptStatus},
      completion_recorded_at = ${attemptStatus === 'succeeded' ? new Date() : null}
    WHERE merchant_id = ${api.merchant.id} AND id = ${acquisition_attempt_id}`;
  return { id };
}

async function providerConfig(api: TestApi, keys: object = accountKeys(api)) {
  return { id: (await api.post('/provider_configs', keys)).body.provider_config.id };
}

async function endpoint(api: TestApi) {
  const { body } = await api.post('/webhook_endpoints', { url: 'https://shop.example/hook' });
  return { webhook_endpoint_id: body.webhook_endpoint.id };
}

const rotation = () => ({
  previous_signing_secret_expires_at: new Date(Date.now() + 3_600_000).toISOString(),
});

/** Prepares the input of each write of the API, with an object that the write can be applied to. */
export const writeInputs = {
  createWebhookEndpoint: async () => ({ url: 'https://shop.example/hook' }),
  updateWebhookEndpoint: async (api) => ({
    ...(await endpoint(api)),
    event_types: ['proxy_session.paid'],
  }),
  archiveWebhookEndpoint: endpoint,
  rotateSigningSecret: async (api) => ({ ...(await endpoint(api)), ...rotation() }),
  revokePreviousSecret: async (api) => {
    const { webhook_endpoint_id } = await endpoint(api);
    await api.post(`/webhook_endpoints/${webhook_endpoint_id}/rotate_secret`, rotation());
    return { webhook_endpoint_id };
  },
  pingEndpoint: endpoint,
  resendDelivery: async (api) => {
    const { webhook_endpoint_id } = await endpoint(api);
    const { body } = await api.post(`/webhook_endpoints/${webhook_endpoint_id}/ping`);
    return { webhook_endpoint_id, event_id: body.delivery.event_id };
  },
  resendEvent: async (api) => {
    await session(api);
    return { event_id: (await api.get('/events?limit=1')).body.data[0].id };
  },
  replayEvents: endpoint,
  retryProviderEvent: async (api) => ({ id: await failedProviderEvent(api, api.merchant) }),
  createProviderConfig: async (api) => accountKeys(api),
  updateProviderConfig: async (api) => ({
    ...(await providerConfig(api)),
    webhook_secret: 'whsec_rolled',
  }),
  createProviderWebhookEndpoint: (api) => {
    const { webhook_secret: _, ...keys } = accountKeys(api);
    return providerConfig(api, keys);
  },
  activateProviderConfig: (api) => providerConfig(api),
  replaceEmbeddingOrigins: async () => ({
    embedding_origins: [`https://shop${randomBytes(8).toString('hex')}.example`],
  }),
  createSession: async () => order,
  createSessionWithHandoff: async (api) => ({
    ...order,
    publishable_key: api.merchant.publishableKey,
  }),
  replaceCart: async (api) => ({
    ...(await session(api)),
    amount_minor: 5_000,
    currency: 'eur',
    cart_snapshot: {},
    expected_cart_version: 1,
  }),
  issuePayerHandoff: session,
  recordPayerOpened: session,
  bindProvider: async (api) => {
    const { id } = await session(api);
    return { id, provider_checkout_session_id: `cs_${id.slice(-16)}`, psp: 'provider' };
  },
  reportProvisioned: async (api) => ({
    ...(await inStatus(api, 'paid', 'succeeded')),
    fulfillment_reference: 'shipment_1',
  }),
  reportProvisioningFailed: async (api) => ({
    ...(await inStatus(api, 'paid', 'succeeded')),
    error_message: 'out of stock',
  }),
  reserveAttempt: async (api) => ({
    proxy_session_id: (await session(api)).id,
    ...attemptOptions,
  }),
  attachProviderObject: reserved,
  confirmProviderCart: async (api) => ({
    ...(await attached(api)),
    amount_minor: 4_200,
    currency: 'eur',
    cart_version: 1,
    evidence_sha256: hex('e'),
  }),
  cancelSession: session,
  resolveConflict: async (api) => ({
    ...(await inStatus(api, 'payment_conflicted', 'integrity_failed')),
    resolution: 'accept',
  }),
  supersedeAttempt: async (api) => {
    const attempt = await attached(api);
    await api.database.client.$executeRaw`
      UPDATE acquisition_attempt SET status = 'canceled'
      WHERE merchant_id = ${api.merchant.id} AND id = ${attempt.acquisition_attempt_id}`;
    return {
      ...attempt,
      reason: 'payer_tries_again',
      replacement: {
        integration_path: 'payment_intent',
        provider_options_fingerprint: hex('b'),
      },
    };
  },
} satisfies Record<string, (api: TestApi) => Promise<object>>;

export const writeNames = Object.keys(writeInputs) as (keyof typeof writeInputs)[];

const routes = new Map(restRoutes().map((route) => [route.operation, route]));

/** Prepares each write of the API. The caller sends it. */
export const everyWrite = (api: TestApi) =>
  Object.fromEntries(
    writeNames.map((name) => [
      name,
      async () => {
        const route = routes.get(name);
        if (!route) throw new Error(`REST has no ${name}`);
        return toRequest(route, await writeInputs[name](api));
      },
    ]),
  ) as Record<(typeof writeNames)[number], () => Promise<Write>>;

/** The request of an operation: the parameters of its path, and the other input as the body. */
export function toRequest({ method, path }: Omit<Write, 'body'>, input: object): Write {
  const body: Record<string, unknown> = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(body[name]);
    delete body[name];
    return encodeURIComponent(value);
  });
  return { method, path: filled, body: Object.keys(body).length > 0 ? body : undefined };
}

/** Counts the rows of a merchant. */
export async function readTrace({ database: { client }, merchant }: TestApi): Promise<Trace> {
  const of = { where: { merchantId: merchant.id } };
  return {
    sessions: await client.proxySession.count(of),
    attempts: await client.acquisitionAttempt.count(of),
    carts: await client.cartRevision.count(of),
    events: await client.outboxEvent.count(of),
    history: await client.historyEntry.count(of),
    endpoints: await client.webhookEndpoint.count(of),
    deliveries: await client.webhookDelivery.count(of),
    providerConfigs: await client.providerConfig.count(of),
    audit: await client.auditEntry.count(of),
  };
}
