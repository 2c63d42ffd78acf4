import { insertApiKey } from '@parley/operations';
import { afterAll, describe, expect, it } from 'vitest';
import { order, startApi } from './api.ts';

const api = await startApi();
afterAll(() => api.stop());

async function newSession(body: object = {}): Promise<string> {
  const { status, body: session } = await api.post('/proxy_sessions', { ...order, ...body });
  expect(status).toBe(200);
  return session.id;
}

describe('creating a session', () => {
  it('returns only id, status, integration mode and expiry', async () => {
    const { status, body } = await api.post('/proxy_sessions', order);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['expires_at', 'id', 'integration_mode', 'status']);
    expect(body).toMatchObject({ status: 'created', integration_mode: 'elements' });
    expect(body.id).toMatch(/^psess_[0-9a-z]{36}$/);
    const lifetime = Date.parse(body.expires_at) - Date.now();
    expect(lifetime).toBeGreaterThan(23.9 * 3_600_000);
    expect(lifetime).toBeLessThanOrEqual(24 * 3_600_000);
  });

  it('stores every field and the currency in lowercase', async () => {
    const id = await newSession({
      metadata: { order: 'A-1' },
      payer_contact: { email: 'ada@example.com', phone: '+49 30 1234' },
      beneficiary_contact: { email: 'grace@example.com', phone: '+49 30 5678' },
    });
    const { body } = await api.get(`/proxy_sessions/${id}/merchant`);
    expect(body).toMatchObject({
      id,
      status: 'created',
      presentation_state: 'checkout_available',
      actionable_next_step: 'prepare_provider',
      amount_minor: 4200,
      currency: 'eur',
      cart_version: 1,
      cart_snapshot: order.cart_snapshot,
      buyer_reference: 'customer_8412',
      payer_contact: { email: 'ada@example.com', phone: '+49 30 1234' },
      beneficiary_contact: { email: 'grace@example.com', phone: '+49 30 5678' },
      metadata: { order: 'A-1' },
      payer_destination_url: null,
      provider_checkout_session_id: null,
      provider_checkout_session_psp: null,
      completed_acquisition_attempt_id: null,
      idempotency_key: null,
      pricing_mode: 'fixed',
      requested: { amount_minor: 4200, currency: 'eur', cart_snapshot: order.cart_snapshot },
      latest_quote: { amount_minor: 4200, currency: 'eur', cart_snapshot: order.cart_snapshot },
      final: { amount_minor: 4200, currency: 'eur', cart_snapshot: order.cart_snapshot },
      current_acquisition_attempt: {
        attempt_number: 1,
        checkout_ui_mode: null,
        integration_path: 'payment_intent',
        status: 'unreserved',
        status_reason: null,
      },
    });
    expect(body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const { body: bare } = await api.get(`/proxy_sessions/${await newSession()}/merchant`);
    expect(bare).toMatchObject({
      payer_contact: { email: null, phone: null },
      beneficiary_contact: { email: null, phone: null },
      metadata: {},
    });
  });

  it.each([
    ['a string for an amount', { amount_minor: '100' }, /^amount_minor must be/],
    ['a fraction', { amount_minor: 1.5 }, /^amount_minor must be/],
    ['a negative amount', { amount_minor: -1 }, /^amount_minor must be 0 or more/],
    ['too large an amount', { amount_minor: 2_147_483_648 }, /^amount_minor must be at most/],
    [
      'less than the minimum',
      { amount_minor: 49 },
      /^amount_minor must be 0, or at least 50 for eur/,
    ],
    [
      'more than the maximum',
      { amount_minor: 100_000_000 },
      /^amount_minor must be at most 99999999/,
    ],
    [
      'a fraction of a króna',
      { currency: 'isk', amount_minor: 500_050 },
      /^amount_minor must be a mul/,
    ],
    ['a fund code', { currency: 'usn' }, /^currency must be one that the provider can charge/],
    ['null for an amount', { amount_minor: null }, /^amount_minor must be/],
    ['no buyer', { buyer_reference: '' }, /^buyer_reference must not be empty/],
    ['a currency that is none', { currency: 'zzz' }, /^currency must be an active ISO 4217/],
    ['a cart that is a list', { cart_snapshot: [] }, /^cart_snapshot must be/],
    ['an unknown field', { amount: 1 }, /^amount: not a known field/],
    ['an unknown contact', { payer_contact: { fax: '1' } }, /^payer_contact\.fax: not a known/],
    ['an e-mail that is none', { payer_contact: { email: 'x' } }, /^payer_contact\.email must be/],
    ['another mode', { integration_mode: 'redirect' }, /^integration_mode must be "elements"/],
  ])('rejects %s and names the field', async (_, change, message) => {
    const { status, body } = await api.post('/proxy_sessions', { ...order, ...change });
    expect(status).toBe(400);
    expect(body.error.code).toBe('invalid_request');
    expect(body.error.message).toMatch(message);
  });

  it.each(['2026-11-21', 'tomorrow', '2026-11-21T09:30:00', '2020-01-01T00:00:00Z'])(
    'rejects the expiry %s',
    async (expires_at) => {
      const { status, body } = await api.post('/proxy_sessions', { ...order, expires_at });
      expect([status, body.error.code]).toEqual([400, 'invalid_expiry']);
      expect(body.error.message).toContain('expires_at');
    },
  );

  it('names each missing field', async () => {
    const { body } = await api.post('/proxy_sessions', {});
    expect(body.error.message).toMatch(/^amount_minor is required/);
  });
});

describe('handing a session to the payer', () => {
  it('creates a session with the URL of its payer page', async () => {
    const { status, body } = await api.post('/proxy_sessions/handoff', {
      ...order,
      publishable_key: api.merchant.publishableKey,
      payer_destination_url: 'https://shop.test/thanks',
    });
    expect(status).toBe(200);
    expect(body.status).toBe('payer_handoff_pending');
    expect(body.handoff_url).toBe(`https://pay.test/${body.id}?pk=${api.merchant.publishableKey}`);
    const { body: view } = await api.get(`/proxy_sessions/${body.id}/merchant`);
    expect(view.payer_destination_url).toBe('https://shop.test/thanks');
  });

  it.each([
    ['a key of another merchant', () => api.other.publishableKey],
    ['a secret key', () => api.merchant.secretKey],
    ['no key at all', () => 'pk_test_nonsense'],
  ])('rejects %s', async (_, key) => {
    const { status, body } = await api.post('/proxy_sessions/handoff', {
      ...order,
      publishable_key: key(),
    });
    expect([status, body.error.code]).toEqual([422, 'publishable_key_mismatch']);
  });

  it('rejects a key of the same merchant in the other mode', async () => {
    const scope = { merchantId: api.merchant.id, mode: 'live' } as const;
    const live = {
      secret: await insertApiKey(api.deps, scope, { kind: 'secret', name: 'live' }),
      publishable: await insertApiKey(api.deps, scope, { kind: 'publishable', name: 'live' }),
    };
    const handOff = async (key: string, publishable_key: string) => {
      const input = { ...order, publishable_key };
      const { status, body } = await api.post('/proxy_sessions/handoff', input, { key });
      return [status, body.error?.code];
    };
    const { secretKey, publishableKey } = api.merchant;
    expect(await handOff(live.secret, publishableKey)).toEqual([422, 'publishable_key_mismatch']);
    expect(await handOff(secretKey, live.publishable)).toEqual([422, 'publishable_key_mismatch']);
    expect(await handOff(live.secret, live.publishable)).toEqual([200, undefined]);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'not a url', ''])(
    'rejects the payer destination %j',
    async (payer_destination_url) => {
      const { status } = await api.post('/proxy_sessions/handoff', {
        ...order,
        publishable_key: api.merchant.publishableKey,
        payer_destination_url,
      });
      expect(status).toBe(400);
    },
  );

  it('records the handoff and the opening once each, with requests without a body', async () => {
    const id = await newSession();
    expect((await api.post(`/proxy_sessions/${id}/payer_handoff`)).body).toEqual({
      status: 'payer_handoff_pending',
    });
    const opened = await api.post(`/proxy_sessions/${id}/payer_opened`);
    expect(opened.body).toMatchObject({ status: 'payer_opened', cart_version: 1 });
    expect(opened.body).not.toHaveProperty('final');
    expect((await api.post(`/proxy_sessions/${id}/payer_handoff`)).body).toEqual({
      status: 'payer_opened',
    });
    expect((await api.post(`/proxy_sessions/${id}/payer_opened`)).status).toBe(200);
    const scope = { merchantId: api.merchant.id, mode: 'test' } as const;
    const events = await api.database.forScope(scope).outbox.listBySession(id);
    expect(events.map((event) => [event.sequence, event.type])).toEqual([
      [1, 'proxy_session.created'],
      [2, 'proxy_session.payer_handoff_issued'],
      [3, 'proxy_session.payer_opened'],
    ]);
    expect(events[2]?.payload.data).toMatchObject({
      object: { id, status: 'payer_opened' },
      previous_attributes: { status: 'payer_handoff_pending' },
    });
    expect(events[2]?.payload.data).not.toHaveProperty('object.cart_snapshot');
    expect(events[2]?.payload.data).not.toHaveProperty('object.payer_contact');
  });
});

describe('the payer-safe view', () => {
  it('is returned for a publishable key without the merchant’s fields', async () => {
    const id = await newSession();
    const { status, body } = await api.get(
      `/proxy_sessions/${id}?pk=${api.merchant.publishableKey}`,
      { key: null },
    );
    expect(status).toBe(200);
    expect(body.merchant).toEqual({ name: 'Nordlicht Coffee' });
    for (const hidden of ['cart_snapshot', 'buyer_reference', 'metadata', 'payer_contact']) {
      expect(body).not.toHaveProperty(hidden);
    }
    expect(body.requested).toEqual({ amount_minor: 4200, currency: 'eur' });
  });

  it('is returned for a secret key and refused without a key or with a wrong or foreign one', async () => {
    const id = await newSession();
    const read = async (query: string, key: string | null) => {
      const { status, body } = await api.get(`/proxy_sessions/${id}${query}`, { key });
      return [status, body.error?.code];
    };
    expect(await read('', api.merchant.secretKey)).toEqual([200, undefined]);
    expect(await read('', null)).toEqual([401, 'authentication_required']);
    expect(await read('?pk=pk_test_x', null)).toEqual([401, 'invalid_api_key']);
    expect(await read(`?pk=${api.other.publishableKey}`, null)).toEqual([404, 'not_found']);
  });
});

describe('replacing the cart', () => {
  const cart = { amount_minor: 5000, currency: 'eur', cart_snapshot: { lines: [] } };

  it('raises the cart version and updates the charge', async () => {
    const id = await newSession();
    const { body } = await api.call('PUT', `/proxy_sessions/${id}/cart`, {
      ...cart,
      expected_cart_version: 1,
    });
    expect(body).toEqual({ ...cart, cart_version: 2 });
    const { body: view } = await api.get(`/proxy_sessions/${id}/merchant`);
    expect(view.requested).toEqual(cart);
    expect(view.final).toMatchObject(cart);
    expect(view.latest_quote).toMatchObject(cart);
  });

  it('rejects a stale expected_cart_version without a change', async () => {
    const id = await newSession();
    const before = (await api.get(`/proxy_sessions/${id}/merchant`)).body;
    const { status, body } = await api.call('PUT', `/proxy_sessions/${id}/cart`, {
      ...cart,
      expected_cart_version: 2,
    });
    expect([status, body.error.code]).toEqual([409, 'cart_version_conflict']);
    expect(body.error.message).toBe('expected_cart_version must be 1, the current one, not 2.');
    expect((await api.get(`/proxy_sessions/${id}/merchant`)).body).toEqual(before);
  });

  it.each([
    ['amount_minor', { amount_minor: 49 }],
    ['amount_minor', { amount_minor: 12_345, currency: 'kwd' }],
    ['currency', { currency: 'irr' }],
  ])('rejects %s of a charge that the provider can never take: %o', async (field, change) => {
    const id = await newSession();
    const { status, body } = await api.call('PUT', `/proxy_sessions/${id}/cart`, {
      ...cart,
      ...change,
      expected_cart_version: 1,
    });
    expect([status, body.error.code]).toEqual([400, 'invalid_request']);
    expect(body.error.message).toMatch(new RegExp(`^${field} must be `));
    const { body: view } = await api.get(`/proxy_sessions/${id}/merchant`);
    expect([view.cart_version, view.amount_minor, view.currency]).toEqual([1, 4200, 'eur']);
  });

  it('accepts one of many concurrent replacements', async () => {
    const id = await newSession();
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        api.call('PUT', `/proxy_sessions/${id}/cart`, {
          ...cart,
          amount_minor: 1_000 + i,
          expected_cart_version: 1,
        }),
      ),
    );
    expect(responses.map((response) => response.status).sort()).toEqual([
      200,
      ...Array(11).fill(409),
    ]);
    const { body } = await api.get(`/proxy_sessions/${id}/merchant`);
    expect(body.cart_version).toBe(2);
    expect(body.amount_minor).toBe(
      responses.find((response) => response.status === 200)?.body.amount_minor,
    );
  });
});

describe('fulfillment reports', () => {
  it('reject a session that is not paid', async () => {
    const id = await newSession();
    for (const [path, body] of [
      ['provisioned', {}],
      ['provisioning_failed', { error_message: 'gone' }],
    ] as const) {
      const response = await api.post(`/proxy_sessions/${id}/${path}`, body);
      expect([response.status, response.body.error.code]).toEqual([409, 'session_state_conflict']);
    }
  });
});
