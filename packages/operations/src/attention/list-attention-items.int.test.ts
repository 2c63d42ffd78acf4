import { afterAll, expect, it } from 'vitest';
import { startOperations } from '../../test/operations.ts';
import { createWebhookEndpoint } from '../webhook-endpoint/create-webhook-endpoint.ts';
import { deactivateEndpoint } from '../webhook-endpoint/deactivate-endpoint.ts';
import { listAttentionItems } from './list-attention-items.ts';

const { deps, caller, scope, pspConfigId, session, setStatus, close } = await startOperations();
afterAll(close);

const create = async (status: 'active' | 'inactive') => {
  const input = { url: 'https://shop.example/webhooks', status };
  return (await createWebhookEndpoint(deps, caller, input)).webhook_endpoint.id;
};

it('lists endpoints that the service deactivated, but not those that the merchant did', async () => {
  const gone = await create('active');
  await create('active');
  await create('inactive');
  expect(await listAttentionItems(deps, scope)).toEqual({
    conflicts: 0,
    failed_provider_events: 0,
    endpoints: [],
  });
  await deactivateEndpoint(deps, scope, { id: gone, reason: 'gone' });
  await setStatus((await session()).id, 'payment_conflicted');
  for (const eventId of ['evt_failed', 'evt_waiting']) {
    await deps.database.insertProviderEvent({
      ...scope,
      pspConfigId,
      eventId,
      type: 'payment_intent.succeeded',
      objectId: 'pi_1',
      payload: {},
      occurredAt: new Date(),
    });
  }
  await deps.database.client.providerEvent.updateMany({
    where: { eventId: 'evt_failed' },
    data: { status: 'failed' },
  });
  expect(await listAttentionItems(deps, scope)).toEqual({
    conflicts: 1,
    failed_provider_events: 1,
    endpoints: [
      {
        id: gone,
        url: 'https://shop.example/webhooks',
        inactive_reason: 'gone',
        inactive_since: expect.stringMatching(/Z$/),
        failing_since: null,
      },
    ],
  });
  expect(await listAttentionItems(deps, { ...scope, mode: 'live' })).toMatchObject({
    endpoints: [],
  });
});
