import type { UpdateWebhookEndpointInput } from '@parley/contract';
import { FAILING_HOURS_UNTIL_INACTIVE } from '@parley/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Operations, startOperations } from '../../test/operations.ts';
import { createWebhookEndpoint } from './create-webhook-endpoint.ts';
import { deactivateEndpoint } from './deactivate-endpoint.ts';
import { getEndpointHealth } from './get-endpoint-health.ts';
import { updateWebhookEndpoint } from './update-webhook-endpoint.ts';

let ops: Operations;
let id: string;
beforeAll(async () => {
  ops = await startOperations();
});
beforeEach(async () => {
  const url = 'https://shop.example/hooks';
  id = (await createWebhookEndpoint(ops.deps, ops.caller, { url })).webhook_endpoint.id;
});
afterAll(() => ops.close());

const update = (input: Omit<UpdateWebhookEndpointInput, 'webhook_endpoint_id'>) =>
  updateWebhookEndpoint(ops.deps, ops.caller, { webhook_endpoint_id: id, ...input });
const health = async () =>
  (await getEndpointHealth(ops.deps, ops.scope, { webhook_endpoint_id: id })).health;
const deactivate = (reason: 'gone' | 'failing') =>
  deactivateEndpoint(ops.deps, ops.scope, { id, reason });
/** Lets the endpoint fail since so many hours, by the clock of the database. */
const failFor = (hours: number) => ops.database.client.$executeRaw`
  UPDATE webhook_endpoint SET failing_since = now() - make_interval(secs => ${hours * 3_600})
  WHERE id = ${id}`;

describe('an update of an endpoint', () => {
  it('with another URL clears the failure of the previous one', async () => {
    await failFor(1);
    expect((await health()).failing_since).not.toBeNull();
    await update({ url: 'https://shop.example/hooks', event_types: null });
    expect((await health()).failing_since).not.toBeNull();
    await update({ url: 'https://shop.example/other' });
    expect(await health()).toMatchObject({ status: 'active', failing_since: null });
  });

  it('by the merchant makes it inactive without a reason, and active again', async () => {
    await failFor(1);
    await update({ status: 'inactive' });
    expect(await health()).toMatchObject({
      status: 'inactive',
      inactive_reason: null,
      inactive_since: expect.any(String),
      failing_since: null,
    });
    await update({ status: 'active' });
    expect(await health()).toMatchObject({ status: 'active', inactive_since: null });
  });

  it('to another URL or to active makes its waiting deliveries due, and to inactive none', async () => {
    const { webhookEndpointQueue } = ops.database.client;
    const where = { endpointId: id };
    const dueTimes = async () =>
      (await webhookEndpointQueue.findMany({ where })).map((q) => q.dueAt);
    const overdue = new Date('2026-11-20T09:00:00.000Z');
    await update({ event_types: null });
    const before = await dueTimes();
    expect(new Set(before)).toEqual(new Set([null]));
    await update({ url: 'https://shop.example/due' });
    expect(await dueTimes()).toEqual(before.map(() => expect.any(Date)));
    await webhookEndpointQueue.updateMany({ where, data: { dueAt: overdue } });
    await update({ event_types: null });
    expect(await dueTimes()).toEqual(before.map(() => overdue));
    await update({ status: 'inactive' });
    expect(await dueTimes()).toEqual(before);
    await update({ status: 'active' });
    expect(await dueTimes()).toEqual(before.map(() => expect.any(Date)));
  });

  it('removes the reason for which the service made it inactive', async () => {
    await deactivate('gone');
    expect(await health()).toMatchObject({ status: 'inactive', inactive_reason: 'gone' });
    await update({ status: 'active' });
    expect(await health()).toMatchObject({ inactive_reason: null, inactive_since: null });
  });

  it('may subscribe it to all events again', async () => {
    const types = async (event_types: UpdateWebhookEndpointInput['event_types']) =>
      (await update({ event_types })).webhook_endpoint.event_types;
    expect(await types(['proxy_session.paid'])).toEqual(['proxy_session.paid']);
    expect(await types(null)).toBeNull();
  });

  it('without a change changes nothing', async () => {
    const before = (await update({})).webhook_endpoint;
    expect((await update({ status: 'active', url: before.url })).webhook_endpoint).toEqual(before);
  });
});

describe('an endpoint that fails', () => {
  it('is deactivated only after FAILING_HOURS_UNTIL_INACTIVE hours', async () => {
    expect(await deactivate('failing')).toBe(false);
    await failFor(FAILING_HOURS_UNTIL_INACTIVE - 0.01);
    expect(await deactivate('failing')).toBe(false);
    expect((await health()).status).toBe('active');
    await failFor(FAILING_HOURS_UNTIL_INACTIVE + 0.01);
    expect(await deactivate('failing')).toBe(true);
    expect(await health()).toMatchObject({
      status: 'inactive',
      inactive_reason: 'failing',
      inactive_since: expect.any(String),
    });
    expect(await deactivate('failing')).toBe(false);
  });
});

it('an endpoint is not deactivated for another merchant', async () => {
  const other = { ...ops.scope, merchantId: ops.deps.newId('merch') };
  expect(await deactivateEndpoint(ops.deps, other, { id, reason: 'gone' })).toBe(false);
  expect((await health()).status).toBe('active');
});
