import type { ProviderConfigId } from '@parley/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operations, startOperations } from '../../test/operations.ts';
import { listProviderConfigs } from './list-provider-configs.ts';
import { updateProviderConfig } from './update-provider-config.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

it('an update of an account replaces the given keys only, and takes no key of the other mode', async () => {
  const { providerConfigs } = ops.database.forScope(ops.scope);
  const id = (await providerConfigs.findActiveId()) ?? '';
  const before = await providerConfigs.find(id);
  const update = (keys: { publishable_key?: string; webhook_secret?: string }) =>
    updateProviderConfig(ops.deps, ops.caller, { id, ...keys });
  await expect(update({ publishable_key: 'pk_live_1' })).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('publishable_key must be a key of test mode'),
  });
  expect(await providerConfigs.find(id)).toEqual(before);
  await update({ webhook_secret: 'whsec_new' });
  const after = { ...before, webhookSecret: 'whsec_new', updatedAt: expect.any(Date) };
  expect(await providerConfigs.find(id)).toEqual(after);
  await update({ publishable_key: 'pk_test_new' });
  expect(await providerConfigs.find(id)).toEqual({ ...after, publishableKey: 'pk_test_new' });
});

it('a repeated roll keeps the previous signing secret and changes its expiry only', async () => {
  const { providerConfigs } = ops.database.forScope(ops.scope);
  const id = (await providerConfigs.findActiveId()) ?? '';
  const update = async (webhook_secret: string, webhook_secret_overlap_seconds?: number) => {
    const input = { id, webhook_secret, webhook_secret_overlap_seconds };
    const { provider_config } = await updateProviderConfig(ops.deps, ops.caller, input);
    return provider_config.previous_webhook_secret_expires_at;
  };
  // A process reads the secrets of an account at most once a second.
  const secrets = () =>
    expect.poll(async () => (await ops.database.providerConfigsById.find(id))?.webhookSecrets, {
      timeout: 5_000,
    });
  await update('whsec_old');
  await Promise.all([update('whsec_rolled', 3_600), update('whsec_rolled', 3_600)]);
  await secrets().toEqual(['whsec_rolled', 'whsec_old']);
  const [clock] = await ops.database.client.$queryRaw<[{ now: Date }]>`SELECT now()`;
  const later = await update('whsec_rolled', 86_400);
  expect(Date.parse(later ?? '') - clock.now.getTime()).toBeGreaterThan(86_000_000);
  await secrets().toEqual(['whsec_rolled', 'whsec_old']);
  expect(await update('whsec_rolled')).toBeNull();
  await secrets().toEqual(['whsec_rolled']);
  expect(await update('whsec_rolled', 3_600)).toBeNull();
});

it('the end of an overlap is not returned once it has passed by the database clock', async () => {
  const { providerConfigs } = ops.database.forScope(ops.scope);
  const id = (await providerConfigs.findActiveId()) as ProviderConfigId;
  const [{ now }] = await ops.database.client.$queryRaw<[{ now: Date }]>`SELECT now()`;
  const listed = async () => {
    const { data } = await listProviderConfigs(ops.deps, ops.scope, { limit: 100 });
    return data.find((config) => config.id === id)?.previous_webhook_secret_expires_at;
  };
  const later = new Date(now.getTime() + 60_000);
  await providerConfigs.rollWebhookSecret(id, 'whsec_a', later, now);
  expect(await listed()).toBe(later.toISOString());
  await providerConfigs.rollWebhookSecret(id, 'whsec_b', now, now);
  expect(await listed()).toBeNull();
});
