import { getOperations } from '@parley/router/rest';
import { openApiDocument } from '@parley/router/rest/document';
import { afterAll, expect, it } from 'vitest';
import { startApi } from '../api.ts';

const api = await startApi();
afterAll(() => api.stop());

const operations = new Map(
  getOperations(openApiDocument('/v1')).map(({ operation }) => [operation.operationId, operation]),
);

function exampleRequest(name: string): Record<string, unknown> {
  const body = operations.get(name)?.requestBody?.content['application/json'];
  return (body?.example ?? {}) as Record<string, unknown>;
}

/** A response without the values that differ each time: ids, timestamps, URLs. */
function lasting(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => lasting(item));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, lasting(inner, key)]),
    );
  }
  if (typeof value !== 'string') return value;
  if (/_at$|_after$|_url$/.test(name)) return 'a moment or address';
  return value.replace(/^(psess|pspacq|pspcfg|whend|whsec)_[^:]*/, '$1_…');
}

/** Holds a real response against the example of the document. */
function expectAsShown(name: string, { status, body }: { status: number; body: unknown }): void {
  const response = operations.get(name)?.responses['200'];
  if (!response || '$ref' in response) throw new Error(`${name} has no response`);
  expect([name, status], JSON.stringify(body)).toEqual([name, 200]);
  expect(lasting(body), name).toEqual(lasting(response.content['application/json'].example));
}

it('requests with the documented session examples return the documented examples', async () => {
  const key = operations.get('createSession')?.parameters ?? [];
  expect(key).toEqual([{ $ref: '#/components/parameters/IdempotencyKey' }]);
  const headers = { 'idempotency-key': 'order-A-1042' };
  const plain = await api.post('/proxy_sessions', exampleRequest('createSession'));
  expectAsShown('createSession', plain);
  const created = await api.post(
    '/proxy_sessions/handoff',
    {
      ...exampleRequest('createSessionWithHandoff'),
      publishable_key: api.merchant.publishableKey,
    },
    { headers },
  );
  expectAsShown('createSessionWithHandoff', created);
  const path = `/proxy_sessions/${created.body.id}`;
  expectAsShown('issuePayerHandoff', await api.post(`${path}/payer_handoff`));

  const attempts = `${path}/acquisition_attempts`;
  const reserved = await api.post(attempts, exampleRequest('reserveAttempt'));
  expectAsShown('reserveAttempt', reserved);
  const attempt = `${attempts}/${reserved.body.acquisition_attempt.id}`;
  const attached = await api.post(
    `${attempt}/provider_objects`,
    exampleRequest('attachProviderObject'),
  );
  expectAsShown('attachProviderObject', attached);
  expectAsShown('listAttempts', await api.get(attempts));

  expectAsShown('recordPayerOpened', await api.post(`${path}/payer_opened`));
  expectAsShown('getMerchantSession', await api.get(`${path}/merchant`));
  expectAsShown('getSession', await api.get(path));

  const other = `/proxy_sessions/${plain.body.id}`;
  expectAsShown(
    'replaceCart',
    await api.call('PUT', `${other}/cart`, exampleRequest('replaceCart')),
  );
  const { expected_cart_version, ...binding } = exampleRequest('bindProvider');
  expect(expected_cart_version).toBe(1);
  expectAsShown('bindProvider', await api.post(`${other}/provider_bindings`, binding));
});

it('requests with the documented webhook endpoint examples succeed', async () => {
  const created = await api.post('/webhook_endpoints', exampleRequest('createWebhookEndpoint'));
  expect(created.status).toBe(200);
  const path = `/webhook_endpoints/${created.body.webhook_endpoint.id}`;
  const rotated = await api.post(`${path}/rotate_secret`, exampleRequest('rotateSigningSecret'));
  expect([rotated.status, rotated.body.error]).toEqual([200, undefined]);
  const changed = await api.call('PATCH', path, exampleRequest('updateWebhookEndpoint'));
  expect([changed.status, changed.body.error]).toEqual([200, undefined]);
});
