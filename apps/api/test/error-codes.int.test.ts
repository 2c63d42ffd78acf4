import { readFileSync } from 'node:fs';
import { type ErrorCode, errorTable } from '@parley/domain';
import { createApiKey } from '@parley/operations';
import { waitFor } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type CallOptions, hex, order, startApi, type TestApi } from './api.ts';
import { type Payments, payableSession, startPayments } from './provider.ts';
import { answerOnSocket } from './raw-socket.ts';

let payments: Payments;
let api: TestApi;
beforeAll(async () => {
  payments = await startPayments({
    api: { connect: () => ({ timeouts: { lockMs: 1_000 } }) },
  });
  api = payments.api;
});
afterAll(() => payments.stop());

const options = {
  commercial_mode: 'one_time',
  integration_path: 'payment_intent',
  pricing_mode: 'fixed',
  provider_options_fingerprint: hex('a'),
};
const confirmation = {
  amount_minor: 4200,
  currency: 'eur',
  cart_version: 1,
  evidence_sha256: hex('e'),
};
const cart = {
  amount_minor: 5000,
  currency: 'eur',
  cart_snapshot: {},
  expected_cart_version: 1,
};
const create = async (change: object = {}): Promise<string> =>
  (await api.post('/proxy_sessions', { ...order, ...change })).body.id;
const attempts = (id: string) => `/proxy_sessions/${id}/acquisition_attempts`;

/** What is answered while another transaction of the database has not ended. */
async function whileHeld(
  hold: (
    tx: Parameters<Parameters<TestApi['database']['client']['$transaction']>[0]>[0],
  ) => Promise<unknown>,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  return api.database.client.$transaction(
    async (tx) => {
      await hold(tx);
      return ask();
    },
    { timeout: 15_000 },
  );
}

/** A session whose attempt is reserved, with the path of the attempt. */
async function reserved(change: object = {}, who: CallOptions = {}) {
  const { id } = (await api.post('/proxy_sessions', order, who)).body;
  const { body } = await api.post(attempts(id), { ...options, ...change }, who);
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
  createApiKey(
    api.deps,
    { merchantId: api.merchant.id, mode: 'test' },
    { kind: 'secret', name: 'limited', scopes },
  );

/** How each code is provoked by whoever calls over HTTP. */
const provoked: Partial<Record<ErrorCode, () => Promise<Pick<Answer, 'status' | 'body'>>>> = {
  invalid_request: () => api.post('/proxy_sessions', {}),
  unsupported_psp: async () =>
    api.post(`/proxy_sessions/${await create()}/provider_bindings`, {
      provider_checkout_session_id: 'cs_test_1',
      psp: 'acme',
    }),
  invalid_expiry: () => api.post('/proxy_sessions', { ...order, expires_at: 'tomorrow' }),
  authentication_required: () => api.post('/proxy_sessions', order, { key: null }),
  invalid_api_key: () => api.post('/proxy_sessions', order, { key: 'sk_test_nobody' }),
  insufficient_scope: async () =>
    api.get(`/proxy_sessions/${await create()}/merchant`, {
      key: await keyWith(['proxy_sessions:write']),
    }),
  publishable_key_not_allowed: () =>
    api.post('/proxy_sessions', order, { key: api.merchant.publishableKey }),
  not_found: () => api.get('/proxy_sessions/psess_nothing/merchant'),
  method_not_allowed: () => api.call('DELETE', '/proxy_sessions'),
  request_timeout: async () => {
    const impatient = await startApi({ serve: () => ({ requestTimeoutMs: 300 }) });
    try {
      return await answerOnSocket(
        impatient.url,
        'POST /v1/proxy_sessions HTTP/1.1\r\nhost: api.test\r\n',
      );
    } finally {
      await impatient.stop();
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
  session_state_conflict: async () => api.post(`/proxy_sessions/${await create()}/provisioned`, {}),
  session_expired: async () => {
    const id = await create({ expires_at: new Date(Date.now() + 1_000).toISOString() });
    return waitFor(
      async () => {
        const answer = await api.post(`/proxy_sessions/${id}/payer_handoff`);
        return answer.status === 409 ? answer : false;
      },
      { everyMs: 100, what: 'the session to expire' },
    );
  },
  payment_in_progress: async () => {
    const { id, intent } = await payableSession(payments);
    await payments.stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_settlesLater',
    });
    return waitFor(
      async () => {
        const { body } = await api.get(`/proxy_sessions/${id}/merchant`);
        if (body.status !== 'payment_processing') return false;
        return api.call('PUT', `/proxy_sessions/${id}/cart`, cart);
      },
      { everyMs: 50, what: 'the payment to be on its way' },
    );
  },
  attempt_options_mismatch: async () => {
    const { id } = await reserved();
    return api.post(attempts(id), { ...options, pricing_mode: 'provider_finalized' });
  },
  attempt_not_terminal: async () => {
    const { path, version } = await reserved();
    return api.post(`${path}/supersede`, {
      expected_version: version,
      reason: 'changed_mind',
      replacement: { integration_path: 'payment_intent', provider_options_fingerprint: hex('b') },
    });
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
    return api.post('/proxy_sessions', { ...order, amount_minor: 1 }, { headers });
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
    answerOnSocket(
      api.url,
      `GET /v1/proxy_sessions/psess_1 HTTP/1.1\r\nhost: api.test\r\nx-filler: ${'x'.repeat(32 * 1024)}\r\n\r\n`,
    ),
  provider_error: async () => {
    // Nobody answers at this merchant's provider account.
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
  internal_error: async () => {
    const broken = await startApi();
    try {
      await broken.database.client.$executeRaw`ALTER TABLE cart_revision RENAME TO elsewhere`;
      return await broken.get('/proxy_sessions');
    } finally {
      await broken.stop();
    }
  },
};

/** Codes that need trouble of their own making: which other test of this folder provokes them. */
const provokedElsewhere: Partial<Record<ErrorCode, string>> = {
  rate_limited: 'rate-limits.int.test.ts',
};

const codes = Object.keys(errorTable) as ErrorCode[];

it.each(codes.filter((code) => provoked[code]))(
  '%s is answered as the table of errors says',
  async (code) => {
    const { status, body } = (await provoked[code]?.()) ?? { status: 0, body: null };
    expect([status, body?.error?.code]).toEqual([errorTable[code].status, code]);
    expect(Object.keys(body)).toEqual(['error']);
    expect(Object.keys(body.error).sort()).toEqual(['code', 'message', 'request_id']);
    expect(body.error.message).toMatch(/^\S.{9,}/);
    expect(body.error.request_id).toMatch(/^req_/);
  },
);

describe('every code', () => {
  it.each(codes)('%s is provoked, here or in a test that is named', (code) => {
    if (provoked[code]) return expect(provokedElsewhere).not.toHaveProperty(code);
    const file = provokedElsewhere[code];
    if (!file) throw new Error(`${code}: add how it is provoked to the table of this test`);
    const text = readFileSync(new URL(file, import.meta.url), 'utf8');
    expect([file, text.includes(`'${code}'`)]).toEqual([file, true]);
  });

  it('has the status that is documented', () => {
    const documented = {
      400: ['invalid_request', 'unsupported_psp', 'invalid_expiry'],
      401: ['authentication_required', 'invalid_api_key'],
      403: ['insufficient_scope', 'publishable_key_not_allowed'],
      404: ['not_found'],
      405: ['method_not_allowed'],
      408: ['request_timeout'],
      409: [
        'cart_version_conflict',
        'attempt_version_conflict',
        'session_state_conflict',
        'session_expired',
        'payment_in_progress',
        'attempt_options_mismatch',
        'attempt_not_terminal',
        'provider_object_conflict',
        'evidence_conflict',
        'currency_locked',
        'endpoint_archived',
        'idempotency_in_flight',
      ],
      413: ['payload_too_large'],
      415: ['unsupported_media_type'],
      422: [
        'idempotency_key_reused',
        'provider_amount_mismatch',
        'object_type_mismatch',
        'publishable_key_mismatch',
      ],
      429: ['rate_limited'],
      431: ['headers_too_large'],
      500: ['internal_error'],
      502: ['provider_error'],
      503: ['service_unavailable'],
    };
    const byStatus = Object.groupBy(codes, (code) => errorTable[code].status);
    expect(byStatus).toEqual(documented);
  });
});
