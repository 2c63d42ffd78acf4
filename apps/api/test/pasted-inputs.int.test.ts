import { afterAll, describe, expect, it } from 'vitest';
import { attemptOptions, order, startApi } from './api.ts';

const api = await startApi();
afterAll(() => api.stop());

/** Values as people paste them, and how they are stored. */
const pasted = (value: string): string[] => [` ${value}`, `${value}\n`, `\t${value} \r\n`];

describe('the URL of a webhook endpoint', () => {
  const stored = 'https://shop.example/W';
  const inputs = [...pasted(stored), 'HTTPS://SHOP.EXAMPLE/W', ' https://Shop.Example:443/W'];

  it.each(inputs)('%j is stored in its normalized form', async (url) => {
    const created = await api.post('/webhook_endpoints', { url });
    expect([created.status, created.body.webhook_endpoint?.url]).toEqual([200, stored]);
    const path = `/webhook_endpoints/${created.body.webhook_endpoint.id}`;
    await api.call('PATCH', path, { url: 'https://other.example/' });
    expect((await api.call('PATCH', path, { url })).body.webhook_endpoint.url).toBe(stored);
    expect((await api.get(path)).body.webhook_endpoint.url).toBe(stored);
    await api.post(`${path}/archive`);
  });
});

it.each(pasted('pk_test_pasted'))('keys of the provider are stored without %j', async (key) => {
  const response = await api.post('/provider_configs', {
    publishable_key: key,
    secret_key: key.replace('pk_test_pasted', api.deps.newId('evt').replace('evt', 'sk_test')),
    webhook_secret: key.replace('pk_test_pasted', 'whsec_pasted+/='),
  });
  expect([response.status, response.body.provider_config?.publishable_key]).toEqual([
    200,
    'pk_test_pasted',
  ]);
  const { providerConfigs } = api.database.forScope({ merchantId: api.merchant.id, mode: 'test' });
  const { id } = response.body.provider_config;
  expect((await providerConfigs.find(id))?.webhookSecret).toBe('whsec_pasted+/=');
  const replaced = key.replace('pk_test_pasted', 'whsec_other');
  await api.call('PATCH', `/provider_configs/${id}`, { webhook_secret: replaced });
  expect((await providerConfigs.find(id))?.webhookSecret).toBe('whsec_other');
});

it('says what a signing secret may contain when it begins as it must', async () => {
  const response = await api.post('/provider_configs', {
    publishable_key: 'pk_test_pasted',
    secret_key: 'sk_test_pasted',
    webhook_secret: 'whsec_with a space',
  });
  expect([response.status, response.body.error.message]).toEqual([
    400,
    'webhook_secret must contain only letters, digits, _, +, / and =.',
  ]);
});

it.each(pasted('customer_pasted'))('a buyer reference is found, sent as %j', async (reference) => {
  const created = await api.post('/proxy_sessions', { ...order, buyer_reference: reference });
  const found = async (text: string) => {
    const query = new URLSearchParams({ buyer_reference: text });
    const { body } = await api.get(`/proxy_sessions?${query}`);
    return body.data.map((session: { id: string }) => session.id);
  };
  expect(await found('customer_pasted')).toContain(created.body.id);
  expect(await found(reference)).toContain(created.body.id);
  const { body } = await api.get(`/proxy_sessions/${created.body.id}/merchant`);
  expect(body.buyer_reference).toBe('customer_pasted');
});

it.each(pasted('ada@example.com'))('a contact is stored, sent as %j', async (email) => {
  const payer_contact = { email };
  const { status, body } = await api.post('/proxy_sessions', { ...order, payer_contact });
  expect(status).toBe(200);
  const session = await api.get(`/proxy_sessions/${body.id}/merchant`);
  expect(session.body.payer_contact.email).toBe('ada@example.com');
});

it('a buyer reference of white space is accepted as it is', async () => {
  const { body } = await api.post('/proxy_sessions', { ...order, buyer_reference: ' ' });
  const session = await api.get(`/proxy_sessions/${body.id}/merchant`);
  expect(session.body.buyer_reference).toBe(' ');
});

it.each(pasted('pi_pasted'))('an object of the provider is attached, sent as %j', async (id) => {
  const path = `/proxy_sessions/${(await api.post('/proxy_sessions', order)).body.id}/acquisition_attempts`;
  const { acquisition_attempt: attempt } = (await api.post(path, attemptOptions)).body;
  const objectId = id.replace('pi_pasted', `pi_${attempt.id}`);
  const response = await api.post(`${path}/${attempt.id}/provider_objects`, {
    role: 'root',
    object_type: 'payment_intent',
    object_id: objectId,
    expected_version: attempt.version,
  });
  expect([response.status, response.body.provider_root_object_id]).toEqual([
    200,
    `pi_${attempt.id}`,
  ]);
});

it.each(pasted(''))('a publishable key fits with %j around it', async (space) => {
  const { status, body } = await api.post('/proxy_sessions/handoff', {
    ...order,
    publishable_key: `${space}${api.merchant.publishableKey}${space}`,
    payer_destination_url: `${space}https://shop.example/thanks${space}`,
  });
  expect([status, body.handoff_url]).toEqual([
    200,
    `https://pay.test/${body.id}?pk=${api.merchant.publishableKey}`,
  ]);
  const session = await api.get(`/proxy_sessions/${body.id}/merchant`);
  expect(session.body.payer_destination_url).toBe('https://shop.example/thanks');
});
