import type { Provider } from '@parley/provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operations, startOperations } from '../../test/operations.ts';
import { createProviderWebhookEndpoint } from './create-provider-webhook-endpoint.ts';
import { retireProviderConfig } from './retire-provider-config.ts';
import { updateProviderConfig } from './update-provider-config.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

/** Adds a config without a signing secret, and creates its webhook endpoint with `create`. */
async function addConfig(create: Provider['createWebhookEndpoint']) {
  const id = ops.deps.newId('pspcfg');
  await ops.database.forScope(ops.scope).providerConfigs.insert({
    id,
    psp: 'provider',
    status: 'inactive',
    apiUrl: 'http://127.0.0.1:9',
    scriptUrl: 'http://127.0.0.1:9/v3',
    publishableKey: 'pk_test_provider',
    secretKey: 'sk_test_provider',
    webhookSecret: null,
  });
  const endpoints = new Set<string>();
  const responses = new Map<string, Awaited<ReturnType<Provider['createWebhookEndpoint']>>>();
  const provider: Partial<Provider> = {
    createWebhookEndpoint: async (input) => {
      // The provider repeats its response to an idempotency key, also when the endpoint was deleted.
      const replayed = responses.get(input.idempotencyKey);
      if (replayed) return replayed;
      const created = await create(input);
      responses.set(input.idempotencyKey, created);
      if ('id' in created) endpoints.add(created.id);
      return created;
    },
    listWebhookEndpoints: async ({ configId }) => (configId === id ? [...endpoints] : []),
    deleteWebhookEndpoint: async (endpoint) => {
      endpoints.delete(endpoint);
    },
  };
  const connectProvider = () => provider as Provider;
  const deps = { ...ops.deps, connectProvider };
  return {
    id,
    deps,
    endpoints,
    createEndpoint: () => createProviderWebhookEndpoint(deps, ops.caller, { id }),
  };
}

it('one of two concurrent requests stores its endpoint, and the other one is deleted', async () => {
  let calls = 0;
  const both = Promise.withResolvers<void>();
  const { id, endpoints, createEndpoint } = await addConfig(async () => {
    calls += 1;
    const endpoint = { id: `we_${calls}`, secret: `whsec_${calls}` };
    if (calls === 2) both.resolve();
    await both.promise;
    return endpoint;
  });
  const results = await Promise.allSettled([createEndpoint(), createEndpoint()]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const config = await ops.repositories.providerConfigs.find(id);
  expect([...endpoints]).toEqual([config?.webhookEndpointId]);
});

it('deletes its endpoint when the person loses the permission meanwhile, and a later request stores a new one', async () => {
  const { merchantId } = ops.scope;
  const userId = ops.deps.newId('evt');
  const { team } = ops.repositories;
  await ops.database.client.organization.create({
    data: { id: merchantId, name: 'Nord', slug: merchantId },
  });
  await ops.database.client.dashboardUser.create({
    data: { id: userId, name: 'Ada', email: `${userId}@nord.example` },
  });
  await team.addMember(userId, 'admin');
  let number = 0;
  const { id, deps, endpoints, createEndpoint } = await addConfig(async () => {
    await team.setRole(userId, 'viewer');
    number += 1;
    return { id: `we_${number}`, secret: `whsec_${number}` };
  });
  const actor = { kind: 'user', id: userId, permission: 'manage_provider_configs' } as const;
  const asPerson = () => createProviderWebhookEndpoint(deps, { ...ops.caller, actor }, { id });
  await expect(asPerson()).rejects.toMatchObject({ code: 'insufficient_scope' });
  expect([...endpoints]).toEqual([]);
  await expect(asPerson()).rejects.toMatchObject({ code: 'insufficient_scope' });
  expect(number, 'endpoints created at the provider').toBe(1);
  await createEndpoint();
  const config = await ops.repositories.providerConfigs.find(id);
  expect([...endpoints]).toEqual([config?.webhookEndpointId]);
});

it('deletes an endpoint at the provider that an earlier request could not store', async () => {
  let number = 0;
  const { endpoints, createEndpoint } = await addConfig(async () => {
    number += 1;
    return { id: `we_${number}`, secret: `whsec_${number}` };
  });
  endpoints.add('we_of_a_dead_process');
  await createEndpoint();
  expect([...endpoints]).toEqual(['we_1']);
});

it('deletes its endpoint when a signing secret was set while the provider created it', async () => {
  const { id, deps, endpoints, createEndpoint } = await addConfig(async () => {
    await updateProviderConfig(deps, ops.caller, { id, webhook_secret: 'whsec_pasted' });
    return { id: 'we_1', secret: 'whsec_1' };
  });
  endpoints.add('we_pasted');
  await expect(createEndpoint()).rejects.toThrow('webhook_secret is already set');
  expect([...endpoints]).toEqual(['we_pasted']);
});

it('keeps an endpoint that was stored while the provider listed them', async () => {
  const { id, deps, endpoints, createEndpoint } = await addConfig(async () => ({
    id: 'we_1',
    secret: 'whsec_1',
  }));
  let isFirst = true;
  const list = deps.connectProvider().listWebhookEndpoints;
  deps.connectProvider().listWebhookEndpoints = async (own) => {
    if (isFirst) {
      isFirst = false;
      const { providerConfigs } = ops.repositories;
      endpoints.add('we_2');
      const replaced = { webhookSecret: 'whsec_2', webhookEndpointId: 'we_2' };
      await providerConfigs.update(id, replaced, await ops.database.now());
    }
    return list(own);
  };
  await createEndpoint();
  expect([...endpoints]).toEqual(['we_2']);
});

it('deletes orphaned endpoints when the config is retired', async () => {
  const { id, deps, endpoints, createEndpoint } = await addConfig(async () => ({
    id: 'we_1',
    secret: 'whsec_1',
  }));
  await createEndpoint();
  endpoints.add('we_2');
  await retireProviderConfig(deps, ops.caller, { id });
  expect([...endpoints]).toEqual(['we_1']);
});

it.each([
  ['without an overlap', {}],
  ['with an overlap', { webhook_secret_overlap_seconds: 60 }],
])(
  'deletes no endpoint after a secret was set by hand %s, which may be of any of them',
  async (_, overlap) => {
    const { id, deps, endpoints, createEndpoint } = await addConfig(async () => ({
      id: 'we_1',
      secret: 'whsec_1',
    }));
    await createEndpoint();
    endpoints.add('we_2');
    await updateProviderConfig(deps, ops.caller, {
      id,
      webhook_secret: 'whsec_of_we_2',
      ...overlap,
    });
    await retireProviderConfig(deps, ops.caller, { id });
    expect([...endpoints]).toEqual(['we_1', 'we_2']);
  },
);

it('an endpoint is stored although the provider does not list the others, which is counted', async () => {
  const { deps, createEndpoint } = await addConfig(async () => ({ id: 'we_1', secret: 'whsec_1' }));
  Object.assign(deps.connectProvider(), {
    listWebhookEndpoints: () => Promise.reject(new Error('away')),
  });
  const failures = () =>
    ops.database.backgroundFailures.counts().get('orphaned_webhook_endpoints') ?? 0;
  const before = failures();
  expect((await createEndpoint()).provider_config.webhook_secret_set).toBe(true);
  expect(failures()).toBe(before + 1);
});

it.each([
  ['key', 'Set secret_key to a valid key'],
  ['permission', 'write access to Webhook Endpoints'],
  ['url', 'The URL must be public'],
  ['limit', 'the maximum number of webhook endpoints'],
  ['mode', 'a key of the mode of this config'],
  ['other', 'Check the account at the provider'],
] as const)(
  'explains what to do about a refusal because of %s, with its code',
  async (reason, text) => {
    const { createEndpoint } = await addConfig(async () => ({ refusal: { code: 'why', reason } }));
    await expect(createEndpoint()).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(new RegExp(`endpoint \\(why\\).*${text}`)),
    });
  },
);
