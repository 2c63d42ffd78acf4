import { type Deps, insertApiKey, retireProviderConfig, systemCaller } from '@parley/operations';
import { afterAll, describe, expect, it } from 'vitest';
import { attemptOptions, order } from './api.ts';
import { postProviderEvent, providerEvent } from './post-provider-event.ts';
import { attachIntent, payableSession, sessionReaches, startPayments } from './provider.ts';

const payments = await startPayments();
const { publishableKey, secretKey } = payments.account;
const keys = { publishable_key: publishableKey, secret_key: secretKey };
afterAll(() => payments.stop());

/** A provider config as it was created. */
async function create(body: object = {}) {
  const response = await payments.api.post('/provider_configs', { ...keys, ...body });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return response.body.provider_config;
}

const activate = (id: string) => payments.api.post(`/provider_configs/${id}/activate`);
const readStatus = async (id: string) => {
  const { data } = (await payments.api.get('/provider_configs?limit=100')).body;
  return data.find((config: { id: string }) => config.id === id)?.status;
};

/** Posts an event as the provider would, signed with `secret`. */
async function post(configId: string, secret: string) {
  const body = providerEvent({ id: 'cus_1', object: 'customer' }, 'customer.created');
  const response = await postProviderEvent(payments.api.url, { configId, secret, body });
  return response.status;
}

/** A process reads the signing secrets of a config at most once a second. */
const polling = { timeout: 5_000 };
const accepts = (id: string, secret: string) =>
  expect.poll(() => post(id, secret), polling).toBe(200);

describe('creating a provider config', () => {
  it('reads the account of the key from the provider and returns no secret', async () => {
    const config = await create({ webhook_secret: 'whsec_first' });
    expect(config).toEqual({
      id: expect.stringMatching(/^pspcfg_/),
      psp: 'provider',
      livemode: false,
      status: 'inactive',
      api_url: payments.account.apiUrl,
      account_id: 'acct_sandbox',
      publishable_key: keys.publishable_key,
      secret_key_last_four: keys.secret_key.slice(-4),
      webhook_secret_set: true,
      previous_webhook_secret_expires_at: null,
      last_event_at: null,
      event_url: `http://api.test/provider_events/${config.id}`,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const row = await payments.api.database.client.providerConfig.findUnique({
      where: { id: config.id },
    });
    const sealed = Buffer.from(row?.secretKeySealed ?? []).toString('latin1');
    expect(sealed).not.toBe('');
    expect(sealed).not.toContain(keys.secret_key);
  });

  it.each([
    [{ secret_key: 'sk_test_unknown' }, 'secret_key was rejected by the provider'],
    [{ secret_key: 'sk_live_1234' }, 'secret_key must be a key of test mode'],
    [{ publishable_key: 'pk_live_1234' }, 'publishable_key must be a key of test mode'],
    [{ secret_key: 'pk_test_1234' }, 'secret_key must begin with sk_test_'],
    [{ webhook_secret: 'secret' }, 'webhook_secret must begin with whsec_'],
    [{ api_url: 'http://169.254.169.254' }, 'api_url must be http://127.0.0.1:'],
    [{ api_url: 'nowhere' }, 'api_url must be http://127.0.0.1:'],
  ])('rejects %j', async (change, message) => {
    const { api } = payments;
    const before = await api.database.client.providerConfig.count();
    const response = await api.post('/provider_configs', { ...keys, ...change });
    expect(response).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    expect(response.body.error.message).toContain(message);
    expect(response.body.error.message).not.toMatch(/unknown|1234/);
    expect(await api.database.client.providerConfig.count()).toBe(before);
  });
});

describe('activating another provider config', () => {
  it('lets existing attempts finish at the old account and starts new ones at the new account', async () => {
    const { api, stripe } = payments;
    const first = api.merchant.providerConfigId;
    const begun = await payableSession(payments);

    const config = await create({ webhook_secret: payments.account.webhookSecret });
    expect((await activate(config.id)).body.provider_config.status).toBe('active');
    expect(await readStatus(first)).toBe('retired');

    const { id } = (await api.post('/proxy_sessions', order)).body;
    const reserved = await api.post(`/proxy_sessions/${id}/acquisition_attempts`, attemptOptions);
    const attempt = reserved.body.acquisition_attempt;
    expect(attempt.merchant_psp_config_id).toBe(config.id);
    await attachIntent(api, stripe, reserved.body);

    // The provider posts the events of both to the endpoint of the first account, which still accepts them.
    const pay = (intent: string) =>
      stripe.paymentIntents.confirm(intent, {
        payment_method: 'pm_card_visa',
        return_url: 'https://shop.test/return',
      });
    await pay(begun.intent.id);
    await sessionReaches(api, begun.id, { status: 'paid' });

    expect((await activate(first)).body.provider_config.status).toBe('active');
    expect(await readStatus(config.id)).toBe('retired');
  });

  it('retiring the only account refuses new attempts, and a payment in progress is recorded', async () => {
    const { api, stripe } = payments;
    const first = api.merchant.providerConfigId;
    const begun = await payableSession(payments);
    const scope = { merchantId: api.merchant.id, mode: 'test' } as const;
    await retireProviderConfig(api.deps as Deps, systemCaller(scope), { id: first });
    await api.call('PATCH', `/provider_configs/${first}`, { secret_key: keys.secret_key });

    const { id } = (await api.post('/proxy_sessions', order)).body;
    const refused = await api.post(`/proxy_sessions/${id}/acquisition_attempts`, attemptOptions);
    expect(refused.body.error.message).toContain('no active provider config in test mode');

    await stripe.paymentIntents.confirm(begun.intent.id, {
      payment_method: 'pm_card_visa',
      return_url: 'https://shop.test/return',
    });
    await sessionReaches(api, begun.id, { status: 'paid' });
    await activate(first);
    const later = await api.post(`/proxy_sessions/${id}/acquisition_attempts`, attemptOptions);
    expect(later.status).toBe(200);
  });

  it('requires a signing secret', async () => {
    const config = await create();
    expect(await post(config.id, 'whsec_any')).toBe(400);
    const response = await activate(config.id);
    expect(response).toMatchObject({ status: 400 });
    expect(response.body.error.message).toContain('webhook_secret is not set. Set it before');

    const path = `/provider_configs/${config.id}`;
    await payments.api.call('PATCH', path, { webhook_secret: 'whsec_set' });
    await accepts(config.id, 'whsec_set');
    expect(await post(config.id, 'whsec_any')).toBe(400);
    await payments.api.call('PATCH', path, { webhook_secret: 'whsec_rolled' });
    await accepts(config.id, 'whsec_rolled');
    expect(await post(config.id, 'whsec_set')).toBe(400);
  });

  it('accepts events with the previous signing secret until the overlap ends', async () => {
    const { api } = payments;
    const { id } = await create({ webhook_secret: 'whsec_old' });
    const path = `/provider_configs/${id}`;
    const statuses = async (...secrets: string[]) => {
      const all = [];
      for (const secret of secrets) all.push(await post(id, secret));
      return all;
    };
    const roll = { webhook_secret: 'whsec_new', webhook_secret_overlap_seconds: 3_600 };
    const { provider_config: rolled } = (await api.call('PATCH', path, roll)).body;
    const endsIn = Date.parse(rolled.previous_webhook_secret_expires_at);
    expect(endsIn - Date.parse(rolled.updated_at)).toBe(3_600_000);
    expect(await statuses('whsec_new', 'whsec_old', 'whsec_any')).toEqual([200, 200, 400]);

    const alone = { webhook_secret_overlap_seconds: 60 };
    const longer = await api.call('PATCH', path, alone);
    expect(longer.body.error.message).toContain('must be 0 without webhook_secret');
    const ended = await api.call('PATCH', path, { webhook_secret_overlap_seconds: 0 });
    expect(ended.body.provider_config.previous_webhook_secret_expires_at).toBeNull();
    await expect.poll(() => statuses('whsec_new', 'whsec_old'), polling).toEqual([200, 400]);
    const { data } = (await api.get(`/audit_entries?object_id=${id}`)).body;
    expect(data.map((entry: { details: object }) => entry.details).slice(0, 2)).toEqual([
      { replaced: [] },
      {
        replaced: ['webhook_secret'],
        previous_webhook_secret_expires_at: rolled.previous_webhook_secret_expires_at,
      },
    ]);
  });

  it('a webhook endpoint is created at the provider once, with a secret that verifies its events', async () => {
    const { api, stripe } = payments;
    const { id, event_url } = await create();
    const path = `/provider_configs/${id}/webhook_endpoint`;
    const responses = await Promise.all([api.post(path), api.post(path)]);
    expect(responses.map(({ status }) => status)).toContain(200);
    const { data } = await stripe.webhookEndpoints.list();
    const own = data.filter(({ url }) => url === event_url);
    expect(own).toMatchObject([{ metadata: { proxy_provider_config_id: id } }]);
    const [orphan, foreign] = [
      await stripe.webhookEndpoints.create({
        url: event_url,
        enabled_events: ['*'],
        metadata: own[0]?.metadata ?? {},
      }),
      await stripe.webhookEndpoints.create({ url: event_url, enabled_events: ['*'] }),
    ];
    expect((await api.post(path)).body.error.message).toContain('webhook_secret is already set');
    expect((await activate(id)).status).toBe(200);
    await activate(api.merchant.providerConfigId);
    const scope = { merchantId: api.merchant.id, mode: 'test' } as const;
    await retireProviderConfig(api.deps as Deps, systemCaller(scope), { id });
    const left = (await stripe.webhookEndpoints.list({ limit: 100 })).data.map((one) => one.id);
    expect(left).toEqual(expect.arrayContaining([own[0]?.id, foreign.id]));
    expect(left).not.toContain(orphan.id);
    const entries = (await api.get(`/audit_entries?object_id=${id}`)).body.data;
    const created = entries.find(({ action }: { action: string }) => action.includes('endpoint'));
    expect(created.details).toEqual({ webhook_endpoint: data[0]?.id, event_url });
  });

  it('refuses an account at an origin that the service does not use, such as a simulator in production', async () => {
    const { api } = payments;
    const { id } = await create({ webhook_secret: 'whsec_x' });
    const apiUrl = 'http://localhost:4010';
    await api.database.client.providerConfig.updateMany({ where: { id }, data: { apiUrl } });
    const response = await activate(id);
    expect(response.body.error).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(
        'This config is for http://localhost:4010, which this service',
      ),
    });
    expect(await readStatus(id)).toBe('inactive');
  });

  it('leaves one config active after concurrent activations', async () => {
    const { api } = payments;
    const some = await Promise.all([1, 2, 3, 4].map(() => create({ webhook_secret: 'whsec_x' })));
    const responses = await Promise.all(some.map((config) => activate(config.id)));
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200, 200]);
    const where = { merchantId: api.merchant.id, mode: 'test', status: 'active' };
    expect(await api.database.client.providerConfig.count({ where })).toBe(1);
    await activate(api.merchant.providerConfigId);
  });

  it('a change of a provider config is recorded in the audit log without its keys', async () => {
    const { api } = payments;
    const config = await create({ webhook_secret: 'whsec_audited' });
    await api.call('PATCH', `/provider_configs/${config.id}`, keys);
    await api.call('PATCH', `/provider_configs/${config.id}`, {});
    await activate(config.id);
    // It is active already.
    await activate(config.id);
    const { data } = (await api.get(`/audit_entries?object_id=${config.id}`)).body;
    expect(data.map((entry: { action: string }) => entry.action)).toEqual([
      'provider_config.activated',
      'provider_config.updated',
      'provider_config.created',
    ]);
    expect(data[0].details).toMatchObject({
      status: { to: 'active' },
      retired: api.merchant.providerConfigId,
    });
    expect(data[2].details).toEqual({
      api_url: payments.account.apiUrl,
      account_id: 'acct_sandbox',
      publishable_key: keys.publishable_key,
    });
    expect(data[1].details).toEqual({ replaced: ['publishable_key', 'secret_key'] });
    expect(JSON.stringify(data)).not.toContain(keys.secret_key);
    expect(JSON.stringify(data)).not.toContain('whsec_audited');
    await activate(api.merchant.providerConfigId);
  });
});

it('a key without selected scopes cannot move payments to another account', async () => {
  const { api } = payments;
  const scope = { merchantId: api.merchant.id, mode: 'test' } as const;
  const key = await insertApiKey(api.deps, scope, { kind: 'secret', name: 'server' });
  const { id } = await create({ webhook_secret: 'whsec_mine' });
  const refused = await api.post(`/provider_configs/${id}/activate`, undefined, { key });
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'insufficient_scope' } } });
  expect(refused.body.error.message).toBe(
    'This API key lacks the scope provider_configs:write. A key has it only if it was selected: create a key with this scope, or use the dashboard.',
  );
  expect((await api.get('/provider_configs', { key })).status).toBe(200);
  expect(await readStatus(id)).toBe('inactive');
});

it('a provider config is only visible to its own merchant', async () => {
  const { api } = payments;
  const config = await create({ webhook_secret: 'whsec_mine' });
  const options = { key: api.other.secretKey };
  const path = `/provider_configs/${config.id}`;
  const patched = await api.call('PATCH', path, { webhook_secret: 'whsec_theirs' }, options);
  expect(patched.status).toBe(404);
  expect((await api.post(`${path}/activate`, undefined, options)).status).toBe(404);
  const { data } = (await api.get('/provider_configs', options)).body;
  expect(data.map((one: { id: string }) => one.id)).not.toContain(config.id);
  expect(await readStatus(config.id)).toBe('inactive');
  expect(await post(config.id, 'whsec_mine')).toBe(200);
});

it('creating a provider config fails while the provider is unreachable unless the response is replayed', async () => {
  const { api, sandbox } = payments;
  const headers = { 'idempotency-key': 'connect-once' };
  const first = await api.post('/provider_configs', keys, { headers });
  const { id } = first.body.provider_config;
  const rolled = { headers: { 'idempotency-key': 'roll-once' } };
  const path = `/provider_configs/${id}`;
  const change = await api.call('PATCH', path, keys, rolled);
  const before = await api.database.client.providerConfig.count();
  await sandbox.stop();
  const response = await api.post('/provider_configs', keys);
  expect(response).toMatchObject({ status: 502, body: { error: { code: 'provider_error' } } });
  expect(response.body.error.message).toContain('secret_key could not be tested');
  const again = await api.post('/provider_configs', keys, { headers });
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect((await api.call('PATCH', path, keys, rolled)).body).toEqual(change.body);
  const other = { ...keys, secret_key: 'sk_test_other' };
  const reused = await api.post('/provider_configs', other, { headers });
  expect(reused.body.error.code).toBe('idempotency_key_reused');
  expect(await api.database.client.providerConfig.count()).toBe(before);
});
