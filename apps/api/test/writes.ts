import { attemptOptions, hex, order, type TestApi } from './api.ts';
import { accountKeys, failedProviderEvent } from './owned-objects.ts';

export interface Write {
  readonly method: 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly body?: object | undefined;
}

/** The writes by name; `everyWrite` makes them. */
export const writeNames = [
  'createSession',
  'createSessionWithHandoff',
  'replaceCart',
  'issuePayerHandoff',
  'recordPayerOpened',
  'bindProvider',
  'cancelSession',
  'resolveConflict',
  'reportProvisioned',
  'reportProvisioningFailed',
  'reserveAttempt',
  'attachProviderObject',
  'confirmProviderCart',
  'supersedeAttempt',
  'createWebhookEndpoint',
  'updateWebhookEndpoint',
  'archiveWebhookEndpoint',
  'rotateSigningSecret',
  'revokePreviousSecret',
  'pingEndpoint',
  'resendDelivery',
  'replayEvents',
  'retryProviderEvent',
  'createProviderConfig',
  'updateProviderConfig',
  'createProviderWebhookEndpoint',
  'activateProviderConfig',
] as const;

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

/**
 * Prepares each write of the API with an object that it can be applied to.
 * @param api creates the objects; the caller sends the write
 */
export function everyWrite(
  api: TestApi,
): Record<(typeof writeNames)[number], () => Promise<Write>> {
  const session = async (): Promise<string> => (await api.post('/proxy_sessions', order)).body.id;

  async function reserved() {
    const id = await session();
    const response = await api.post(`/proxy_sessions/${id}/acquisition_attempts`, attemptOptions);
    const attempt = response.body.acquisition_attempt;
    return { id, attempt, path: `/proxy_sessions/${id}/acquisition_attempts/${attempt.id}` };
  }

  const rootOf = (id: string, version: number) => ({
    expected_version: version,
    role: 'root',
    object_type: 'payment_intent',
    object_id: `pi_${id.slice(-16)}`,
  });

  async function attached() {
    const { id, path, attempt } = await reserved();
    const { body } = await api.post(`${path}/provider_objects`, rootOf(id, attempt.version));
    return { id, path, attempt: body };
  }

  /** A session in a status that only the provider can cause. */
  async function inStatus(status: string, attemptStatus: string): Promise<string> {
    const { id, attempt } = await attached();
    const { client } = api.database;
    await client.$executeRaw`
      UPDATE proxy_session SET status = ${status}, completed_attempt_id = ${status === 'paid' ? attempt.id : null}
      WHERE merchant_id = ${api.merchant.id} AND id = ${id}`;
    await client.$executeRaw`
      UPDATE acquisition_attempt SET status = ${attemptStatus},
        completion_recorded_at = ${attemptStatus === 'succeeded' ? new Date() : null}
      WHERE merchant_id = ${api.merchant.id} AND id = ${attempt.id}`;
    return id;
  }

  const providerConfig = async (): Promise<string> => {
    const { body } = await api.post('/provider_configs', accountKeys(api));
    return `/provider_configs/${body.provider_config.id}`;
  };

  const endpoint = async (): Promise<string> => {
    const { body } = await api.post('/webhook_endpoints', { url: 'https://shop.example/hook' });
    return `/webhook_endpoints/${body.webhook_endpoint.id}`;
  };
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
  const rotation = () => ({ previous_signing_secret_expires_at: inAnHour() });

  return {
    createWebhookEndpoint: async () => ({
      method: 'POST',
      path: '/webhook_endpoints',
      body: { url: 'https://shop.example/hook' },
    }),
    updateWebhookEndpoint: async () => ({
      method: 'PATCH',
      path: await endpoint(),
      body: { event_types: ['proxy_session.paid'] },
    }),
    archiveWebhookEndpoint: async () => ({ method: 'POST', path: `${await endpoint()}/archive` }),
    rotateSigningSecret: async () => ({
      method: 'POST',
      path: `${await endpoint()}/rotate_secret`,
      body: rotation(),
    }),
    revokePreviousSecret: async () => {
      const path = await endpoint();
      await api.post(`${path}/rotate_secret`, rotation());
      return { method: 'POST', path: `${path}/revoke_previous_secret` };
    },
    pingEndpoint: async () => ({ method: 'POST', path: `${await endpoint()}/ping` }),
    resendDelivery: async () => {
      const path = await endpoint();
      const { body } = await api.post(`${path}/ping`);
      return { method: 'POST', path: `${path}/deliveries/${body.delivery.event_id}/resend` };
    },
    replayEvents: async () => ({ method: 'POST', path: `${await endpoint()}/replay`, body: {} }),
    retryProviderEvent: async () => ({
      method: 'POST',
      path: `/provider_events/${await failedProviderEvent(api, api.merchant)}/retry`,
    }),
    createProviderConfig: async () => ({
      method: 'POST',
      path: '/provider_configs',
      body: accountKeys(api),
    }),
    updateProviderConfig: async () => ({
      method: 'PATCH',
      path: await providerConfig(),
      body: { webhook_secret: 'whsec_rolled' },
    }),
    createProviderWebhookEndpoint: async () => {
      const { webhook_secret: _, ...keys } = accountKeys(api);
      const { body } = await api.post('/provider_configs', keys);
      return {
        method: 'POST',
        path: `/provider_configs/${body.provider_config.id}/webhook_endpoint`,
      };
    },
    activateProviderConfig: async () => ({
      method: 'POST',
      path: `${await providerConfig()}/activate`,
    }),
    createSession: async () => ({ method: 'POST', path: '/proxy_sessions', body: order }),
    createSessionWithHandoff: async () => ({
      method: 'POST',
      path: '/proxy_sessions/handoff',
      body: { ...order, publishable_key: api.merchant.publishableKey },
    }),
    replaceCart: async () => ({
      method: 'PUT',
      path: `/proxy_sessions/${await session()}/cart`,
      body: { amount_minor: 5_000, currency: 'eur', cart_snapshot: {}, expected_cart_version: 1 },
    }),
    issuePayerHandoff: async () => ({
      method: 'POST',
      path: `/proxy_sessions/${await session()}/payer_handoff`,
    }),
    recordPayerOpened: async () => ({
      method: 'POST',
      path: `/proxy_sessions/${await session()}/payer_opened`,
    }),
    bindProvider: async () => {
      const id = await session();
      return {
        method: 'POST',
        path: `/proxy_sessions/${id}/provider_bindings`,
        body: { provider_checkout_session_id: `cs_${id.slice(-16)}`, psp: 'provider' },
      };
    },
    reportProvisioned: async () => ({
      method: 'POST',
      path: `/proxy_sessions/${await inStatus('paid', 'succeeded')}/provisioned`,
      body: { fulfillment_reference: 'shipment_1' },
    }),
    reportProvisioningFailed: async () => ({
      method: 'POST',
      path: `/proxy_sessions/${await inStatus('paid', 'succeeded')}/provisioning_failed`,
      body: { error_message: 'out of stock' },
    }),
    reserveAttempt: async () => ({
      method: 'POST',
      path: `/proxy_sessions/${await session()}/acquisition_attempts`,
      body: attemptOptions,
    }),
    attachProviderObject: async () => {
      const { id, path, attempt } = await reserved();
      return {
        method: 'POST',
        path: `${path}/provider_objects`,
        body: rootOf(id, attempt.version),
      };
    },
    confirmProviderCart: async () => {
      const { path, attempt } = await attached();
      return {
        method: 'POST',
        path: `${path}/provider_cart`,
        body: {
          amount_minor: 4_200,
          currency: 'eur',
          cart_version: 1,
          evidence_sha256: hex('e'),
          expected_version: attempt.version,
        },
      };
    },
    cancelSession: async () => ({
      method: 'POST',
      path: `/proxy_sessions/${await session()}/cancel`,
    }),
    resolveConflict: async () => ({
      method: 'POST',
      path: `/proxy_sessions/${await inStatus('payment_conflicted', 'integrity_failed')}/resolve`,
      body: { resolution: 'accept' },
    }),
    supersedeAttempt: async () => {
      const { path, attempt } = await attached();
      await api.database.client.$executeRaw`
        UPDATE acquisition_attempt SET status = 'canceled'
        WHERE merchant_id = ${api.merchant.id} AND id = ${attempt.id}`;
      return {
        method: 'POST',
        path: `${path}/supersede`,
        body: {
          expected_version: attempt.version,
          reason: 'payer_tries_again',
          replacement: {
            integration_path: 'payment_intent',
            provider_options_fingerprint: hex('b'),
          },
        },
      };
    },
  };
}

/** Counts the rows of a merchant. */
export async function traceOf({ database: { client }, merchant }: TestApi): Promise<Trace> {
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
