import { getOperations } from '@parley/router/rest';
import { openApiDocument } from '@parley/router/rest/document';
import { afterAll, describe, expect, it } from 'vitest';
import { hex, order, startApi } from '../api.ts';
import { createOwnedObjects } from '../owned-objects.ts';
import { type OperationName, operations } from './response-shapes.ts';
import { expectDocumented, expectShape, type Field } from './shape.ts';
import { type Call, getSurfaces } from './surfaces.ts';

const api = await startApi();
const owned = await createOwnedObjects(api, api.merchant);
afterAll(() => api.stop());

const document = openApiDocument('/v1');
const shapes = new Map<string, Field>(operations.map(([, name, , , shape]) => [name, shape]));

describe.each(operations)('§%s %s: %s %s', (_section, name, method, path, shape) => {
  it('is documented as the interface specifies', () => {
    const operation = getOperations(document).find(
      (one) => one.path === path && one.method === method.toLowerCase(),
    )?.operation;
    expect(operation?.operationId).toBe(name);
    expect(operation?.['x-extension']).toBeUndefined();
    const response = operation?.responses['200'];
    if (!response || '$ref' in response) throw new Error('the document has no 200 response');
    const { schema } = response.content['application/json'];
    expectDocumented(schema, shape, name, document.components.schemas);
  });
});

it('the document marks every other operation as an extension', () => {
  const own = new Set(operations.map(([, , method, path]) => `${method} ${path}`));
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const known = own.has(`${method.toUpperCase()} ${path}`);
      expect([path, method, operation['x-extension'] ?? false]).toEqual([path, method, !known]);
    }
  }
});

describe.each(getSurfaces(() => api))('over %s', (surface, call) => {
  it('each of the 22 operations returns exactly the fields of the interface', async () => {
    const seen = new Set<OperationName>();
    const done = async (name: OperationName, input: Record<string, unknown>) => {
      const { status, message, data } = await call(name, input);
      expect([name, status], message).toEqual([name, 200]);
      const shape = shapes.get(name);
      if (!shape) throw new Error(`there is no ${name}`);
      expectShape(data, shape, name);
      seen.add(name);
      return data;
    };
    await sessions(done);
    await attempts(done, surface === 'REST' ? '1' : '2');
    await fulfillment(done);
    await endpoints(done);
    await done('getSubscription', { id: owned.subscriptions });
    expect([...seen].sort()).toEqual(operations.map(([, name]) => name).sort());
  });
});

type Done = (name: OperationName, input: Record<string, unknown>) => ReturnType<Call>;
// biome-ignore lint/suspicious/noExplicitAny: a response of the API
type Data = any;

async function sessions(done: Done): Promise<void> {
  const handoff = { publishable_key: api.merchant.publishableKey };
  await done('createSessionWithHandoff', { ...order, ...handoff });
  const { id }: Data = await done('createSession', order);
  await done('getSession', { id });
  await done('getSession', { id, pk: api.merchant.publishableKey });
  await done('replaceCart', {
    id,
    amount_minor: 5000,
    currency: 'EUR',
    cart_snapshot: { any: [1, 'key', { of: null }] },
    expected_cart_version: 1,
  });
  await done('issuePayerHandoff', { id });
  await done('recordPayerOpened', { id });
  await done('getMerchantSession', { id });
}

async function attempts(done: Done, unique: string): Promise<void> {
  const { id: bound }: Data = await done('createSession', order);
  const provider_checkout_session_id = `cs_shape_${unique}`;
  await done('bindProvider', { id: bound, provider_checkout_session_id, psp: 'provider' });

  const { id }: Data = await done('createSession', order);
  const { acquisition_attempt: attempt }: Data = await done('reserveAttempt', {
    proxy_session_id: id,
    commercial_mode: 'subscription',
    integration_path: 'direct_subscription',
    pricing_mode: 'fixed',
    provider_options_fingerprint: hex('a'),
  });
  const place = { proxy_session_id: id, acquisition_attempt_id: attempt.id };
  const attached: Data = await done('attachProviderObject', {
    ...place,
    expected_version: attempt.version,
    role: 'root',
    object_type: 'subscription',
    object_id: `sub_shape_${unique}`,
  });
  const confirmed: Data = await done('confirmProviderCart', {
    ...place,
    expected_version: attached.version,
    amount_minor: 4200,
    currency: 'eur',
    cart_version: 1,
    evidence_sha256: hex('e'),
    merchandise_subtotal_minor: 4200,
  });
  await done('listAttempts', { proxy_session_id: id });
  // The state after a cancellation at the provider.
  await api.database.client.acquisitionAttempt.updateMany({
    where: { merchantId: api.merchant.id, id: attempt.id },
    data: { status: 'canceled', completionRecordedAt: new Date() },
  });
  await done('supersedeAttempt', {
    ...place,
    expected_version: confirmed.version,
    reason: 'payer_chose_another_method',
    replacement: {
      integration_path: 'direct_subscription',
      provider_options_fingerprint: hex('b'),
    },
  });
  await done('listAttempts', { proxy_session_id: id });
}

async function fulfillment(done: Done): Promise<void> {
  const provisionable = async () => {
    const { id }: Data = await done('createSession', order);
    const { body } = await api.get(`/proxy_sessions/${id}/merchant`);
    // The state after a trial has begun.
    await api.database.client.proxySession.updateMany({
      where: { merchantId: api.merchant.id, id },
      data: {
        status: 'provisionable',
        completedAttemptId: body.current_acquisition_attempt.id,
      },
    });
    return id;
  };
  await done('reportProvisioned', { id: await provisionable(), fulfillment_reference: 'x' });
  await done('reportProvisioningFailed', { id: await provisionable(), error_message: 'gone' });
}

async function endpoints(done: Done): Promise<void> {
  const { webhook_endpoint: created }: Data = await done('createWebhookEndpoint', {
    url: 'https://shop.example/hooks',
    event_types: ['proxy_session.paid'],
  });
  const { id: webhook_endpoint_id } = created;
  await done('listWebhookEndpoints', {});
  await done('getWebhookEndpoint', { webhook_endpoint_id });
  await done('updateWebhookEndpoint', { webhook_endpoint_id, event_types: null });
  await done('rotateSigningSecret', {
    webhook_endpoint_id,
    previous_signing_secret_expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await done('getWebhookEndpoint', { webhook_endpoint_id });
  await done('archiveWebhookEndpoint', { webhook_endpoint_id });
}
