import { afterAll, expect, it } from 'vitest';
import { startOperations, succeededWith } from '../../test/operations.ts';
import { newId } from '../request/new-id.ts';
import { reportProvisioned } from '../session/report-provisioning.ts';
import { archiveWebhookEndpoint } from '../webhook-endpoint/archive-webhook-endpoint.ts';
import { createWebhookEndpoint } from '../webhook-endpoint/create-webhook-endpoint.ts';
import { countAttentionItems, listAttentionItemsOfKind } from './attention-items.ts';
import { getOnboarding } from './get-onboarding.ts';

const { deps, caller, scope, payable, deliverProviderEvent, close } = await startOperations();
afterAll(close);

const kind = 'unprovisioned_session';
const list = (cursor?: string) =>
  listAttentionItemsOfKind(deps, caller, { kind, filter: 'open', limit: 1, cursor });

it('a session needs a person until it is reported as provisioned', async () => {
  const before = await getOnboarding(deps, { merchantId: newId('merch') });
  expect(Object.values(before)).not.toContain(true);
  const [first, second] = [await payable(), await payable()];
  for (const one of [first, second]) await deliverProviderEvent(one, succeededWith(4200));
  expect((await list()).data).toEqual([]);
  for (const [n, { id }] of [first, second].entries()) {
    const hourAgo = new Date(Date.now() - 3_600_000 + n);
    await deps.database.client.proxySession.updateMany({
      where: { merchantId: scope.merchantId, id },
      data: { createdAt: hourAgo },
    });
    await deps.database.client.historyEntry.updateMany({
      where: { merchantId: scope.merchantId, proxySessionId: id },
      data: { at: hourAgo },
    });
  }

  const page = await list();
  expect(page).toMatchObject({
    data: [{ kind, id: first.id, session_id: first.id }],
    has_more: true,
  });
  const next = await list(page.next_cursor ?? '');
  expect(next).toMatchObject({ data: [{ id: second.id }], has_more: false, next_cursor: null });
  expect(await countAttentionItems(deps, scope)).toEqual({
    unprovisioned_session: 2,
    payment_conflict: 0,
    open_dispute: 0,
    open_inquiry: 0,
    closed_dispute: 0,
    unknown_attempt: 0,
    refused_cart: 0,
    parked_provider_event: 0,
    failed_provider_event: 0,
    failing_webhook_endpoint: 0,
    expiring_api_key: 0,
    decline_spike: 0,
    receiving_account_changed: 0,
  });
  const steps = {
    provider_connected: true,
    webhook_received: false,
    test_session_created: true,
    first_session_provisioned: false,
    live_provider_connected: false,
    live_key_created: false,
    live_session_created: false,
  };
  expect(await getOnboarding(deps, scope)).toEqual(steps);

  await reportProvisioned(deps, caller, { id: first.id, fulfillment_reference: 'order_1' });
  expect((await list()).data).toMatchObject([{ id: second.id }]);
  expect(await getOnboarding(deps, scope)).toEqual({ ...steps, first_session_provisioned: true });
  expect(await countAttentionItems(deps, { ...scope, mode: 'live' })).toMatchObject({ [kind]: 0 });
});

it('a webhook is received once an active endpoint accepted one of its newest deliveries', async () => {
  const { webhook_endpoint: endpoint } = await createWebhookEndpoint(deps, caller, {
    url: 'https://shop.example/onboarding',
  });
  const isReceived = async () => (await getOnboarding(deps, scope)).webhook_received;
  const at = new Date();
  const delivery = {
    merchantId: scope.merchantId,
    endpointId: endpoint.id,
    eventId: newId('evt'),
    queueNumber: 0,
    sequence: 1,
    dueAt: at,
    createdAt: at,
    attempts: 1,
    attemptedAt: at,
    finishedAt: at,
    durationMs: 1,
    httpStatus: 500,
    responseBody: '',
  };
  const { webhookDelivery } = deps.database.client;
  await webhookDelivery.create({ data: { ...delivery, status: 'failed' } });
  expect(await isReceived()).toBe(false);
  await webhookDelivery.updateMany({
    where: { merchantId: scope.merchantId, eventId: delivery.eventId },
    data: { status: 'succeeded', httpStatus: 204 },
  });
  expect(await isReceived()).toBe(true);
  await archiveWebhookEndpoint(deps, caller, { webhook_endpoint_id: endpoint.id });
  expect(await isReceived()).toBe(false);
});

it('refuses a cursor that it did not return', async () => {
  await expect(list('nonsense')).rejects.toMatchObject({ code: 'invalid_request' });
});
