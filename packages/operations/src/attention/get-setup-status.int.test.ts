import { afterAll, expect, it } from 'vitest';
import { startOperations } from '../../test/operations.ts';
import { createApiKey } from '../api-key/create-api-key.ts';
import { activateProviderConfig } from '../provider-config/activate-provider-config.ts';
import { retireProviderConfig } from '../provider-config/retire-provider-config.ts';
import { createWebhookEndpoint } from '../webhook-endpoint/create-webhook-endpoint.ts';
import { getSetupStatus } from './get-setup-status.ts';

const ops = await startOperations();
const { deps, caller, scope, providerConfigId } = ops;
const live = { ...caller, mode: 'live' } as const;
afterAll(ops.close);

it('counts only what is active in the mode: the config, a secret key and an endpoint', async () => {
  const missing = { active_provider_config: false, secret_key: false, webhook_endpoint: false };
  const config = { ...missing, active_provider_config: true };
  expect(await getSetupStatus(deps, scope)).toEqual(config);

  await createApiKey(deps, caller, { kind: 'publishable', name: 'shop' });
  const url = 'https://shop.example/webhooks';
  await createWebhookEndpoint(deps, caller, { url, status: 'inactive' });
  expect(await getSetupStatus(deps, scope)).toEqual(config);

  await createApiKey(deps, caller, { kind: 'secret', name: 'server' });
  await createWebhookEndpoint(deps, caller, { url, status: 'active' });
  expect(await getSetupStatus(deps, scope)).toEqual({
    active_provider_config: true,
    secret_key: true,
    webhook_endpoint: true,
  });
  expect(await getSetupStatus(deps, live)).toEqual(missing);
});

it('a retired config takes no attempt until it is activated again', async () => {
  await expect(retireProviderConfig(deps, live, { id: providerConfigId })).rejects.toMatchObject({
    code: 'not_found',
  });
  const { id } = await ops.session();
  for (const _ of ['first', 'repeated']) {
    const { provider_config } = await retireProviderConfig(deps, caller, { id: providerConfigId });
    expect(provider_config.status).toBe('retired');
  }
  expect(await getSetupStatus(deps, scope)).toMatchObject({ active_provider_config: false });
  await expect(ops.reserve(id)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('no active provider config in test mode'),
  });
  const { audit } = ops.database.forScope(scope);
  const { entries } = await audit.list({ objectId: providerConfigId, limit: 10 });
  expect(entries.map(({ action }) => action)).toEqual(['provider_config.retired']);
  await activateProviderConfig(deps, caller, { id: providerConfigId });
  await ops.reserve(id);
});
