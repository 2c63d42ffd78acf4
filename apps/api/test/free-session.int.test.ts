import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attemptOptions, order, startApi, type TestApi } from './api.ts';
import { getAttempts } from './attempt-stages.ts';
import { readEvents } from './provider.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const free = async () =>
  (await api.post('/proxy_sessions', { ...order, amount_minor: 0 })).body.id as string;

/** A session whose cart became free before anything was reserved. */
async function madeFree() {
  const { id } = (await api.post('/proxy_sessions', order)).body;
  const cart = { amount_minor: 0, currency: 'eur', cart_snapshot: {}, expected_cart_version: 1 };
  expect((await api.call('PUT', `/proxy_sessions/${id}/cart`, cart)).status).toBe(200);
  return id as string;
}

describe('reserving a payment intent for a one-time cart that costs nothing', () => {
  it.each([
    ['from the beginning', free],
    ['after it was replaced', madeFree],
  ])('completes the session without the payer page: %s', async (_, create) => {
    const id = await create();
    const { status, body } = await api.post(getAttempts(id), attemptOptions);
    expect(status).toBe(200);
    expect(body.acquisition_attempt).toMatchObject({
      status: 'succeeded',
      provider_root_object_id: null,
    });
    const session = (await api.get(`/proxy_sessions/${id}/merchant`)).body;
    expect(session).toMatchObject({
      status: 'provisionable',
      actionable_next_step: 'provision',
      completed_acquisition_attempt_id: body.acquisition_attempt.id,
      final: { amount_minor: 0, currency: 'eur' },
    });
    const types = await readEvents(api, id);
    expect(types.slice(-3)).toEqual([
      'acquisition_attempt.reserved',
      'acquisition_attempt.succeeded',
      'proxy_session.provisionable',
    ]);
    const provisioned = await api.post(`/proxy_sessions/${id}/provisioned`, {});
    expect(provisioned.body).toMatchObject({ status: 'provisioned' });
  });
});
