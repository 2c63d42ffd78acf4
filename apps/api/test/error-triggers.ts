import { limits, type RestErrorCode } from '@parley/domain';
import { insertApiKey } from '@parley/operations';
import { waitFor } from '@parley/testing';
import { createRateLimits } from '../src/rate-limits.ts';
import {
  type ApiResponse,
  attemptOptions,
  type CallOptions,
  confirmation,
  hex,
  order,
  startApi,
  type TestApi,
} from './api.ts';
import { type Path, paths, prepared } from './paths.ts';
import { type Payments, payableSession, sessionReaches } from './provider.ts';
import { sendOnSocket } from './raw-socket.ts';

const cart = {
  amount_minor: 5000,
  currency: 'eur',
  cart_snapshot: {},
  expected_cart_version: 1,
};
const [intentPath] = paths as readonly [Path];
type Trigger = () => Promise<Pick<ApiResponse, 'status' | 'headers' | 'body'>>;

/** For each error code, what makes the API respond with it. */
export function errorTriggers(payments: Payments): Record<RestErrorCode, Trigger> {
  const { api } = payments;
  const create = async (change: object = {}): Promise<string> =>
    (await api.post('/proxy_sessions', { ...order, ...change })).body.id;
  const attempts = (id: string) => `/proxy_sessions/${id}/acquisition_attempts`;

  /** The response while another transaction of the database has not ended. */
  async function whileHeld(
    hold: (
      tx: Parameters<Parameters<TestApi['database']['client']['$transaction']>[0]>[0],
    ) => Promise<unknown>,
    request: () => Promise<ApiResponse>,
  ): Promise<ApiResponse> {
    return api.database.client.$transaction(
      async (tx) => {
        await hold(tx);
        return request();
      },
      { timeout: 15_000 },
    );
  }

  /** A session whose attempt is reserved, with the path of the attempt. */
  async function reserved(change: object = {}, who: CallOptions = {}) {
    const { id } = (await api.post('/proxy_sessions', order, who)).body;
    const { body } = await api.post(attempts(id), { ...attemptOptions, ...change }, who);
    const attempt = body.acquisition_attempt;
    return { id, path: `${attempts(id)}/${attempt.id}`, version: attempt.version as number };
  }
  let objects = 0;
  const root = () => ({
    role: 'root',
    object_type: 'payment_intent',
    object_id: `pi_codes_${++objects}`,
  });
  async function attached() {
    const { id, path, version } = await reserved();
    const object = root();
    const { body } = await api.post(`${path}/provider_objects`, {
      ...object,
      expected_version: version,
    });
    return { id, path, version: body.version as number, object };
  }
  const keyWith = (scopes: 'proxy_sessions:write'[]) =>
    insertApiKey(
      api.deps,
      { merchantId: api.merchant.id, mode: 'test' },
      { kind: 'secret', name: 'limited', scopes },
    );

  /** A request per error code that is refused with this code. */
  return {
    invalid_request: () => api.post('/proxy_sessions', {}),
    unsupported_psp: async () =>
      api.post(`/proxy_sessions/${await create()}/provider_bindings`, {
        provider_checkout_session_id: 'cs_test_1',
        psp: 'acme',
      }),
    invalid_expiry: () => api.post('/proxy_sessions', { ...order, expires_at: 'tomorrow' }),
    authentication_required: () => api.post('/proxy_sessions', order, { key: null }),
    invalid_api_key: () => api.post('/proxy_sessions', order, { key: 'sk_test_unknown' }),
    insufficient_scope: async () =>
      api.get(`/proxy_sessions/${await create()}/merchant`, {
        key: await keyWith(['proxy_sessions:write']),
      }),
    publishable_key_not_allowed: () =>
      api.post('/proxy_sessions', order, { key: api.merchant.publishableKey }),
    not_found: () => api.get('/proxy_sessions/psess_nothing/merchant'),
    method_not_allowed: () => api.call('DELETE', '/proxy_sessions'),
    request_timeout: async () => {
      const shortTimeoutApi = await startApi({ serve: () => ({ requestTimeoutMs: 300 }) });
      try {
        return await sendOnSocket(
          shortTimeoutApi.url,
          'POST /v1/proxy_sessions HTTP/1.1\r\nhost: api.test\r\n',
        );
      } finally {
        await shortTimeoutApi.stop();
      }
    },
    cart_version_conflict: async () =>
      api.call('PUT', `/proxy_sessions/${await create()}/cart`, {
        ...cart,
        expected_cart_version: 2,
      }),
    attempt_version_conflict: async () => {
      const { path, version } = await reserved();
      return api.post(`${path}/provider_objects`, { ...root(), expected_version: version + 1 });
    },
    session_state_conflict: async () =>
      api.post(`/proxy_sessions/${await create()}/provisioned`, {}),
    session_expired: async () => {
      const id = await create({ expires_at: new Date(Date.now() + 1_000).toISOString() });
      return waitFor(
        async () => {
          const response = await api.post(`/proxy_sessions/${id}/payer_handoff`);
          return response.status === 409 ? response : false;
        },
        { what: 'the session to expire' },
      );
    },
    payment_in_progress: async () => {
      const { id, intent } = await payableSession(payments);
      await payments.stripe.paymentIntents.confirm(intent.id, {
        payment_method: 'pm_card_settlesLater',
        return_url: 'https://shop.test/return',
      });
      return waitFor(
        async () => {
          const { body } = await api.get(`/proxy_sessions/${id}/merchant`);
          if (body.status !== 'payment_processing') return false;
          return api.call('PUT', `/proxy_sessions/${id}/cart`, cart);
        },
        { what: 'the payment to be on its way' },
      );
    },
    attempt_options_mismatch: async () => {
      const { id } = await reserved();
      return api.post(attempts(id), { ...attemptOptions, pricing_mode: 'provider_finalized' });
    },
    attempt_not_terminal: async () => {
      const { path, version } = await reserved();
      return api.post(`${path}/supersede`, {
        expected_version: version,
        reason: 'changed_mind',
        replacement: { integration_path: 'payment_intent', provider_options_fingerprint: hex('b') },
      });
    },
    nothing_to_accept: async () => {
      const made = await prepared(payments, intentPath, { scenario: 'wrong_amount' });
      await made.pay('pm_card_visa');
      await sessionReaches(api, made.id, { status: 'payment_conflicted' });
      await payments.stripe.refunds.create({ payment_intent: made.rootId });
      return api.post(`/proxy_sessions/${made.id}/resolve`, { resolution: 'accept' });
    },
    subscription_running: async () => {
      const [, , subscriptionPath] = paths as readonly [Path, Path, Path];
      const made = await prepared(payments, subscriptionPath, { scenario: 'wrong_amount' });
      await made.pay('pm_card_visa');
      await sessionReaches(api, made.id, { status: 'payment_conflicted' });
      const refunded = { resolution: 'refunded', refunded_elsewhere: true };
      return api.post(`/proxy_sessions/${made.id}/resolve`, refunded);
    },
    charge_refused: async () => {
      const { id } = await reserved();
      await api.database.client.acquisitionAttempt.updateMany({
        where: { merchantId: api.merchant.id, proxySessionId: id },
        data: { status: 'failed', statusReason: 'amount_too_small' },
      });
      return api.post(attempts(id), attemptOptions);
    },
    provider_object_conflict: async () => {
      const { path, version } = await attached();
      return api.post(`${path}/provider_objects`, { ...root(), expected_version: version });
    },
    evidence_conflict: async () => {
      const { path, version } = await attached();
      const confirm = (change: object) =>
        api.post(`${path}/provider_cart`, { ...confirmation, ...change });
      await confirm({ expected_version: version });
      return confirm({ expected_version: version + 1, evidence_sha256: hex('f') });
    },
    currency_locked: async () => {
      const { id } = await attached();
      return api.call('PUT', `/proxy_sessions/${id}/cart`, { ...cart, currency: 'usd' });
    },
    endpoint_archived: async () => {
      const created = await api.post('/webhook_endpoints', { url: 'https://shop.example/hooks' });
      const path = `/webhook_endpoints/${created.body.webhook_endpoint.id}`;
      await api.post(`${path}/archive`);
      return api.call('PATCH', path, { url: 'https://shop.example/others' });
    },
    limit_reached: async () => {
      const body = { url: 'https://shop.example/hooks' };
      const who = { key: api.other.secretKey };
      for (let n = 1; n <= limits.webhook_endpoints.maximum; n++) {
        await api.post('/webhook_endpoints', body, who);
      }
      return api.post('/webhook_endpoints', body, who);
    },
    idempotency_in_flight: async () => {
      const id = await create();
      const headers = { 'idempotency-key': 'in-flight' };
      const path = `/proxy_sessions/${id}/payer_handoff`;
      const first = {
        merchantId: api.merchant.id,
        mode: 'test',
        method: 'POST',
        path,
        key: headers['idempotency-key'],
        fingerprint: hex('0'),
      };
      return whileHeld(
        (tx) => tx.idempotencyRecord.create({ data: first }),
        () => api.post(path, undefined, { headers }),
      );
    },
    payload_too_large: () =>
      api.post('/proxy_sessions', { ...order, cart_snapshot: { text: 'x'.repeat(256 * 1024) } }),
    unsupported_media_type: () =>
      api.post('/proxy_sessions', JSON.stringify(order), {
        headers: { 'content-type': 'text/plain' },
      }),
    idempotency_key_reused: async () => {
      const headers = { 'idempotency-key': 'reused' };
      await api.post('/proxy_sessions', order, { headers });
      return api.post('/proxy_sessions', { ...order, amount_minor: 100 }, { headers });
    },
    provider_amount_mismatch: async () => {
      const { path, version } = await attached();
      return api.post(`${path}/provider_cart`, {
        ...confirmation,
        amount_minor: 4201,
        expected_version: version,
      });
    },
    object_type_mismatch: async () => {
      const { path, version } = await reserved();
      return api.post(`${path}/provider_objects`, {
        ...root(),
        object_type: 'checkout.session',
        expected_version: version,
      });
    },
    publishable_key_mismatch: () =>
      api.post('/proxy_sessions/handoff', { ...order, publishable_key: api.other.publishableKey }),
    headers_too_large: () =>
      sendOnSocket(
        api.url,
        `GET /v1/proxy_sessions/psess_1 HTTP/1.1\r\nhost: api.test\r\nx-filler: ${'x'.repeat(32 * 1024)}\r\n\r\n`,
      ),
    provider_error: async () => {
      // No server listens at the address of this merchant's provider account.
      const options = { key: api.other.secretKey };
      const { id, path, version } = await reserved({}, options);
      await api.post(`${path}/provider_objects`, { ...root(), expected_version: version }, options);
      return api.post(`/proxy_sessions/${id}/cancel`, undefined, options);
    },
    service_unavailable: async () => {
      const id = await create();
      return whileHeld(
        (tx) => tx.$queryRaw`
        SELECT 1 FROM proxy_session
        WHERE merchant_id = ${api.merchant.id} AND id = ${id} FOR UPDATE`,
        () => api.post(`/proxy_sessions/${id}/payer_handoff`),
      );
    },
    rate_limited: async () => {
      const bucket = { perSecond: 0.001, burst: 1 };
      const limited = await startApi({
        serve: (deps) => ({
          rateLimits: createRateLimits(deps, { perKey: bucket, perAddress: bucket }),
        }),
      });
      try {
        return await waitFor(async () => {
          const response = await limited.get('/proxy_sessions');
          return response.status !== 200 && response;
        });
      } finally {
        await limited.stop();
      }
    },
    internal_error: async () => {
      const broken = await startApi();
      try {
        await broken.database.client.$executeRaw`ALTER TABLE payment RENAME TO elsewhere`;
        return await broken.get('/proxy_sessions');
      } finally {
        await broken.stop();
      }
    },
  };
}
