import { createApiKey, newId, systemCaller } from '@parley/operations';
import { createCaller } from '@parley/router';
import { waitFor } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiResponse, order, startApi, type TestMerchant } from './api.ts';

const api = await startApi({ serve: () => ({ requestLog: true }) });
afterAll(() => api.stop());

const getPerson = ({ id: merchantId }: TestMerchant) =>
  createCaller({
    deps: api.deps,
    requestId: newId('req'),
    person: {
      userId: 'user_1',
      merchantId,
      mode: 'test',
      role: 'viewer',
      isMerchantSuspended: false,
      isRecentlyAuthenticated: false,
    },
  }).apiRequests;
const person = getPerson(api.merchant);

const getRequestId = ({ headers }: ApiResponse) => headers.get('x-request-id') ?? '';

/** A request as the log shows it, once it is stored. */
async function logged(response: ApiResponse) {
  const request_id = getRequestId(response);
  await waitFor(async () => (await person.list({ request_id })).data.length === 1, {
    what: `request ${request_id} to be stored`,
  });
  return (await person.get({ request_id })).request;
}

const EMAIL = 'ada@example.com';
const PHONE = '+49 30 901820';
const personal = {
  ...order,
  payer_contact: { email: EMAIL, phone: PHONE },
  metadata: { note: 'ring twice' },
};
const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

describe('the request log', () => {
  it('contains a create with its ids, amounts and times, without personal data', async () => {
    const response = await api.post('/proxy_sessions', personal, withKey('order 1042'));
    const request = await logged(response);
    const key = await api.database.client.apiKey.findFirstOrThrow({
      where: { merchantId: api.merchant.id, kind: 'secret' },
    });
    expect(request).toMatchObject({
      id: getRequestId(response),
      method: 'POST',
      route: '/v1/proxy_sessions',
      path: '/v1/proxy_sessions',
      status: 200,
      error_code: null,
      api_key: { id: key.id, kind: 'secret', name: key.name },
      network: '127.0.0.1',
      idempotency_key: 'order 1042',
      replayed: false,
      proxy_session_id: response.body.id,
      query: null,
      request_body: {
        amount_minor: 4200,
        currency: 'EUR',
        buyer_reference: '[redacted]',
        cart_snapshot: '[redacted]',
        payer_contact: { email: '[redacted]', phone: '[redacted]' },
        metadata: '[redacted]',
      },
      response_body: response.body,
    });
    const session = await api.database.client.proxySession.findFirstOrThrow({
      where: { id: response.body.id },
    });
    const distance = Number(session.createdAt) - new Date(request.created_at).getTime();
    expect(Math.abs(distance)).toBeLessThan(5_000);
  });

  it('contains no secret and no publishable key', async () => {
    const { webhook_endpoint } = (
      await api.post('/webhook_endpoints', { url: 'https://shop.example/hook?token=abc123' })
    ).body;
    const rotated = await api.post(`/webhook_endpoints/${webhook_endpoint.id}/rotate_secret`, {
      previous_signing_secret_expires_at: '2030-01-31T09:30:00Z',
    });
    expect(rotated.body.signing_secret).toMatch(/^whsec_/);
    const handoff = { ...personal, publishable_key: api.merchant.publishableKey };
    const created = await api.post('/proxy_sessions/handoff', handoff);
    await logged(rotated);
    const request = await logged(created);
    expect(request.response_body).toEqual({ ...created.body, handoff_url: '[redacted]' });
    const rows = await api.database.client.apiRequest.findMany();
    const text = JSON.stringify(rows);
    for (const secret of [EMAIL, '901820', 'ring twice', 'Filter coffee', 'customer_8412'])
      expect(text).not.toContain(secret);
    for (const secret of ['abc123', 'whsec_', api.merchant.secretKey, api.merchant.publishableKey])
      expect(text).not.toContain(secret);
  });

  it('contains refusals, and paths and queries without other values than ids', async () => {
    const absent = await api.get(`/proxy_sessions/${encodeURIComponent(EMAIL)}/merchant`);
    const list = await api.get('/proxy_sessions?status=paid&buyer_reference=customer_8412');
    expect(await logged(absent)).toMatchObject({
      path: '/v1/proxy_sessions/[redacted]/merchant',
      status: 404,
      error_code: 'not_found',
      proxy_session_id: null,
      response_body: { error: { code: 'not_found', request_id: getRequestId(absent) } },
    });
    expect(await logged(list)).toMatchObject({
      query: { status: 'paid', buyer_reference: '[redacted]' },
      request_body: null,
      // The response to a read is not stored.
      response_body: null,
    });
  });

  it('contains no card number, wherever a client puts it', async () => {
    const card = '4242424242424242';
    const dashes = '4242-4242-4242-4242';
    const { id } = (await api.post('/proxy_sessions', order)).body;
    const fields = { amount_minor: Number(card), [`${dashes} `]: 1, [card]: card };
    const refusals = [
      await api.post('/proxy_sessions', { ...order, ...fields }, withKey(`pay ${dashes}`)),
      await api.post('/proxy_sessions', { ...order, metadata: { [card]: dashes } }, withKey(card)),
      await api.get(`/proxy_sessions?status=${dashes}&${card}=1&limit=${card}`),
      await api.get(`/proxy_sessions/psess_${card}/merchant`),
      await api.call('PUT', `/proxy_sessions/${id}/cart`, { ...order, currency: dashes }),
      await api.get(`/proxy_sessions/${id}?pk=${dashes}`),
    ];
    expect((await logged(refusals[0] as ApiResponse)).idempotency_key).toBe('pay …');
    await logged(refusals[4] as ApiResponse);
    const rows = await api.database.client.apiRequest.findMany();
    const text = JSON.stringify(rows, (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(text.replaceAll(/[^0-9a-z]/gi, '')).not.toContain(card);
    expect(rows.length).toBeGreaterThan(5);
  });

  it('contains requests of payers without their network', async () => {
    const { id } = (await api.post('/proxy_sessions', order)).body;
    const pk = encodeURIComponent(api.merchant.publishableKey);
    const request = await logged(await api.get(`/proxy_sessions/${id}?pk=${pk}`, { key: null }));
    expect(request).toMatchObject({
      api_key: { kind: 'publishable' },
      network: null,
      path: `/v1/proxy_sessions/${id}`,
      proxy_session_id: id,
      query: { pk: '[redacted]' },
    });
  });

  it('contains calls over RPC', async () => {
    const { id } = (await api.post('/proxy_sessions', personal)).body;
    const input = encodeURIComponent(JSON.stringify({ id }));
    const response = await fetch(`${api.url}/trpc/sessions.getMerchantView?input=${input}`, {
      headers: { authorization: `Bearer ${api.merchant.secretKey}` },
    });
    const body = await response.json();
    expect(await logged({ status: 200, headers: response.headers, body })).toMatchObject({
      path: '/trpc/sessions.getMerchantView',
      proxy_session_id: id,
      query: { input: { id } },
      response_body: null,
    });
    const posted = await fetch(`${api.url}/trpc/sessions.create`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${api.merchant.secretKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(personal),
    });
    const created = (await posted.json()) as { result: { data: { id: string } } };
    expect(await logged({ status: 200, headers: posted.headers, body: created })).toMatchObject({
      request_body: { amount_minor: 4200, buyer_reference: '[redacted]' },
      response_body: created,
      proxy_session_id: created.result.data.id,
    });
  });

  it('does not contain requests without a valid key, and no request of another merchant', async () => {
    const unknown = await api.get('/proxy_sessions', { key: `sk_test_${'x'.repeat(40)}` });
    expect(unknown.status).toBe(401);
    const ofOther = await api.get('/proxy_sessions', { key: api.other.secretKey });
    await logged(await api.get('/proxy_sessions'));
    const request_id = getRequestId(ofOther);
    expect(await getPerson(api.other).get({ request_id })).toMatchObject({
      request: { id: request_id },
    });
    await expect(person.get({ request_id })).rejects.toMatchObject({
      cause: { code: 'not_found' },
    });
    for (const id of [getRequestId(unknown), request_id])
      expect((await person.list({ request_id: id })).data).toEqual([]);
  });

  it('is listed newest first, page by page, with filters', async () => {
    const { id } = (await api.post('/proxy_sessions', order)).body;
    await api.get(`/proxy_sessions/${id}/merchant`);
    await api.call('PUT', `/proxy_sessions/${id}/cart`, {});
    await logged(await api.get('/events'));
    const of = { proxy_session_id: id };
    const all = await person.list(of);
    expect(all.data.map(({ method, status }) => [method, status])).toEqual([
      ['PUT', 400],
      ['GET', 200],
      ['POST', 200],
    ]);
    const first = await person.list({ ...of, limit: 2 });
    expect(first).toMatchObject({ data: all.data.slice(0, 2), has_more: true });
    const second = await person.list({ ...of, limit: 2, cursor: first.next_cursor ?? '' });
    expect(second).toMatchObject({ data: all.data.slice(2), has_more: false, next_cursor: null });
    expect((await person.list({ ...of, status: '2xx', path: '/v1/proxy_sessions/' })).data).toEqual(
      [all.data[1]],
    );
    await expect(person.list({ status: '4x' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

it('REST returns the request log as the dashboard does, and following it adds nothing to it', async () => {
  const invalid = { ...personal, amount_minor: -1 };
  const refused = await logged(await api.post('/proxy_sessions', invalid, withKey('rest')));
  const failed = await api.get('/requests?limit=0');
  const first = await api.get('/requests?status=4xx&idempotency_key=rest');
  const { query, request_body, response_body, api_key, ...listed } = refused;
  expect(first.body).toMatchObject({
    data: [{ ...listed, api_key: { id: api_key.id } }],
    has_more: false,
    examined_to: null,
  });
  const retrieved = await api.get(`/requests/${refused.id}`);
  expect(retrieved.body).toEqual({ request: refused });
  expect(retrieved.body.request.request_body.payer_contact).toEqual({
    email: '[redacted]',
    phone: '[redacted]',
  });
  const detail = await logged(retrieved);
  expect(detail.path).toBe(`/v1/requests/${refused.id}`);
  const reads = (await person.list({ path: '/v1/requests' })).data;
  expect(reads.map(({ id }) => id)).toEqual([detail.id, getRequestId(failed)]);
  const foreign = await api.get(`/requests/${refused.id}`, { key: api.other.secretKey });
  expect(foreign.status).toBe(404);
});

it('an API key does not see the idempotency keys of others, with which it could receive their responses', async () => {
  const refused = await logged(await api.post('/proxy_sessions', {}, withKey('of-the-first-key')));
  expect(refused.idempotency_key).toBe('of-the-first-key');
  const caller = systemCaller({ merchantId: api.merchant.id, mode: 'test' });
  const input = { kind: 'secret', name: 'laptop' } as const;
  const { value: key } = await createApiKey(api.deps, caller, input);
  const retrieved = await api.get(`/requests/${refused.id}`, { key });
  expect(retrieved.body.request).toMatchObject({ id: refused.id, idempotency_key: null });
  const listed = await api.get(`/requests?request_id=${refused.id}`, { key });
  expect(listed.body.data).toMatchObject([{ id: refused.id, idempotency_key: null }]);
});

describe('the outcome of an idempotency key', () => {
  let created: ApiResponse;
  let invalid: ApiResponse;
  beforeAll(async () => {
    invalid = await api.post('/proxy_sessions', { ...order, amount_minor: -1 }, withKey('once'));
    created = await api.post('/proxy_sessions', order, withKey('once'));
    await api.post('/proxy_sessions', order, withKey('once'));
    const { id } = created.body;
    const cart = { ...order, buyer_reference: undefined, expected_cart_version: 9 };
    await api.call('PUT', `/proxy_sessions/${id}/cart`, cart, withKey('once'));
    await logged(await api.post('/webhook_endpoints', { url: 'nothing' }, withKey('once')));
  });

  it('is shown for each path, with the request that was executed', async () => {
    const found = await person.findIdempotencyKey({ idempotency_key: 'once' });
    const data = found.data.toSorted((a, b) => b.path.length - a.path.length);
    const { id } = created.body;
    expect(data).toMatchObject([
      {
        method: 'PUT',
        path: `/proxy_sessions/${id}/cart`,
        state: 'stored',
        status: 409,
        error_code: 'cart_version_conflict',
      },
      { path: '/webhook_endpoints', state: 'not_stored', status: 400, expires_at: null },
      {
        method: 'POST',
        path: '/proxy_sessions',
        state: 'stored',
        status: 200,
        error_code: null,
        first_request_id: getRequestId(created),
      },
    ]);
    const [, , stored] = data;
    const days =
      (Date.parse(stored?.expires_at ?? '') - Date.parse(stored?.created_at ?? '')) / 864e5;
    expect(days).toBe(30);
    expect(stored?.first_request_id).not.toBe(getRequestId(invalid));
  });

  it('of a create is found without the request log', async () => {
    await api.database.client.apiRequest.deleteMany({
      where: { merchantId: api.merchant.id, idempotencyKey: 'once' },
    });
    const { data } = await person.findIdempotencyKey({ idempotency_key: 'once' });
    expect(data).toMatchObject([
      { path: '/proxy_sessions', state: 'stored', first_request_id: null },
    ]);
    expect(await getPerson(api.other).findIdempotencyKey({ idempotency_key: 'once' })).toEqual({
      data: [],
    });
  });
});
