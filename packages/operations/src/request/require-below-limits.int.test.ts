import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyedCaller } from '../../test/keyed-caller.ts';
import { type Operations, startOperations } from '../../test/operations.ts';
import { createProviderConfig } from '../provider-config/create-provider-config.ts';
import { saveView } from '../saved-view/saved-views.ts';
import { archiveWebhookEndpoint } from '../webhook-endpoint/archive-webhook-endpoint.ts';
import { createWebhookEndpoint } from '../webhook-endpoint/create-webhook-endpoint.ts';
import { updateWebhookEndpoint } from '../webhook-endpoint/update-webhook-endpoint.ts';
import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';

const AT_ONCE = 12;
/** Few, so that each request meets the limit while others are about to. */
const limits = { webhook_endpoints: 3, provider_configs: 3, saved_views: 3 };
const url = 'https://shop.example/hooks';

let ops: Operations;
let deps: Deps;
let person: Caller;
beforeAll(async () => {
  ops = await startOperations();
  const provider = { ...ops.stub.provider, readAccount: async () => ({ id: 'acct_1' }) };
  deps = { ...ops.deps, limits, connectProvider: () => provider };
  const { merchantId } = ops.scope;
  const { client } = ops.database;
  await client.organization.create({ data: { id: merchantId, name: 'Nord', slug: merchantId } });
  await client.dashboardUser.create({
    data: { id: 'user_1', name: 'Ada', email: 'ada@nord.example' },
  });
  await ops.repositories.team.addMember('user_1', 'viewer');
  person = { ...ops.caller, actor: { kind: 'user', id: 'user_1', permission: 'view' } };
});
afterAll(() => ops.close());

const createEndpoint = () => createWebhookEndpoint(deps, ops.caller, { url });

describe.each<[keyof typeof limits, number, (index: number) => Promise<unknown>]>([
  ['webhook_endpoints', 3, createEndpoint],
  [
    'provider_configs',
    // One belongs to the fixture.
    2,
    (index) =>
      createProviderConfig(deps, ops.caller, {
        publishable_key: `pk_test_${index}`,
        secret_key: `sk_test_${index}`,
      }),
  ],
  ['saved_views', 3, (index) => saveView(deps, person, { name: `View ${index}`, filters: {} })],
])('%s', (name, left, create) => {
  it(`accepts ${left} of ${AT_ONCE} concurrent requests, and names the limit to the others`, async () => {
    const results = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, (_, index) => create(index)),
    );
    const refusals = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason] : [],
    );
    expect(refusals).toHaveLength(AT_ONCE - left);
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ code: 'limit_reached' });
      expect(refusal.message).toContain(`The limit ${name} is reached: there may be at most 3`);
    }
  });
});

it('frees a place with an archived endpoint, for the same request too', async () => {
  const caller = { ...ops.caller, ...keyedCaller(ops.caller) };
  const [endpoint] = await ops.repositories.webhookEndpoints.list(1);
  const create = () => createWebhookEndpoint(deps, caller, { url });
  await expect(create()).rejects.toMatchObject({ code: 'limit_reached' });
  await archiveWebhookEndpoint(deps, ops.caller, { webhook_endpoint_id: endpoint?.id ?? '' });
  await expect(create()).resolves.toMatchObject({ webhook_endpoint: { url } });
});

it('limits what is created within a day, so that archived endpoints do not pile up', async () => {
  const settings = { webhook_endpoints: 100, webhook_endpoints_per_day: 4 };
  await expect(
    createWebhookEndpoint({ ...deps, limits: settings }, ops.caller, { url }),
  ).rejects.toThrow('The limit webhook_endpoints_per_day is reached');
});

it('stores an event type of an endpoint once', async () => {
  const [endpoint] = await ops.repositories.webhookEndpoints.list(1);
  const repeated = Array.from({ length: 100 }, () => 'proxy_session.paid' as const);
  const input = { webhook_endpoint_id: endpoint?.id ?? '', event_types: repeated };
  const { webhook_endpoint } = await updateWebhookEndpoint(deps, ops.caller, input);
  expect(webhook_endpoint.event_types).toEqual(['proxy_session.paid']);
});
