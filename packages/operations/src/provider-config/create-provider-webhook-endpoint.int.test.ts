import type { Provider } from '@parley/provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operations, startOperations } from '../../test/operations.ts';
import { createProviderWebhookEndpoint } from './create-provider-webhook-endpoint.ts';
import { updateProviderConfig } from './update-provider-config.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

/** Adds a config without a signing secret, and creates its webhook endpoint with `create`. */
async function addConfig(create: Provider['createWebhookEndpoint']) {
  const id = ops.deps.newId('pspcfg');
  await ops.database.forScope(ops.scope).pspConfigs.insert({
    id,
    psp: 'provider',
    status: 'inactive',
    apiUrl: 'http://127.0.0.1:9',
    scriptUrl: 'http://127.0.0.1:9/v3',
    publishableKey: 'pk_test_provider',
    secretKey: 'sk_test_provider',
    webhookSecret: null,
  });
  const connectProvider = () => ({ createWebhookEndpoint: create }) as Provider;
  const deps = { ...ops.deps, connectProvider };
  return { id, createEndpoint: () => createProviderWebhookEndpoint(deps, ops.caller, { id }) };
}

it('a retry creates no second endpoint when the config was changed in between', async () => {
  const keys = new Set<string>();
  const { id, createEndpoint } = await addConfig(async ({ idempotencyKey }) => {
    keys.add(idempotencyKey);
    if (keys.size === 1 && !retried) throw new Error('the process was killed');
    return { id: 'we_1', secret: 'whsec_1' };
  });
  let retried = false;
  await expect(createEndpoint()).rejects.toThrow('killed');
  await updateProviderConfig(ops.deps, ops.caller, { id, publishable_key: 'pk_test_new' });
  retried = true;
  await createEndpoint();
  expect(keys.size).toBe(1);
});

it('concurrent requests that create the same endpoint get the same result', async () => {
  let calls = 0;
  const both = Promise.withResolvers<void>();
  const { createEndpoint } = await addConfig(async () => {
    calls += 1;
    if (calls === 2) both.resolve();
    await both.promise;
    return { id: 'we_1', secret: 'whsec_1' };
  });
  const [first, second] = await Promise.all([createEndpoint(), createEndpoint()]);
  expect(first.provider_config.webhook_secret_set).toBe(true);
  expect(second).toEqual(first);
});
