import { newId } from '@parley/operations';
import { createCaller } from '@parley/router';
import { afterAll, describe, expect, it } from 'vitest';
import { order, startApi } from './api.ts';
import { addMember } from './authorization/inputs.ts';

const api = await startApi();
afterAll(() => api.stop());

const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });
const handoff = () => ({ ...order, publishable_key: api.merchant.publishableKey });

describe('an idempotency key', () => {
  it('replays the first response with Idempotent-Replayed', async () => {
    const first = await api.post('/proxy_sessions', order, withKey('again'));
    const second = await api.post('/proxy_sessions', order, withKey('again'));
    expect(second.body).toEqual(first.body);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const { body } = await api.get(`/proxy_sessions/${first.body.id}/merchant`);
    expect(body.idempotency_key).toBe('again');
  });

  it('treats a body with its keys in another order as equal', async () => {
    const first = await api.post('/proxy_sessions', order, withKey('order'));
    const turned = Object.fromEntries(Object.entries(order).reverse());
    expect((await api.post('/proxy_sessions', turned, withKey('order'))).body).toEqual(first.body);
  });

  it('creates one session for 32 concurrent equal requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 32 }, () => api.post('/proxy_sessions', order, withKey('storm'))),
    );
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1);
    const replayed = responses.filter((response) => response.headers.get('idempotent-replayed'));
    expect(replayed).toHaveLength(31);
  });

  it('replays a refusal but not a validation error', async () => {
    const wrong = { ...handoff(), publishable_key: api.other.publishableKey };
    const first = await api.post('/proxy_sessions/handoff', wrong, withKey('refused'));
    const second = await api.post('/proxy_sessions/handoff', wrong, withKey('refused'));
    expect([first.status, second.status]).toEqual([422, 422]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');

    const invalid = await api.post(
      '/proxy_sessions',
      { ...order, expires_at: 'x' },
      withKey('corrected'),
    );
    expect(invalid.body.error.code).toBe('invalid_expiry');
    expect((await api.post('/proxy_sessions', order, withKey('corrected'))).status).toBe(200);
  });

  it('returns the current status when a handoff is repeated after the payer opened the page', async () => {
    const first = await api.post('/proxy_sessions/handoff', handoff(), withKey('opened'));
    await api.post(`/proxy_sessions/${first.body.id}/payer_opened`);
    const second = await api.post('/proxy_sessions/handoff', handoff(), withKey('opened'));
    expect(second.body).toEqual({ ...first.body, status: 'payer_opened' });
  });

  it('replays the response to a person of the dashboard, for the same operation only', async () => {
    let replays = 0;
    const { sessions } = createCaller({
      deps: api.deps,
      requestId: newId('req'),
      person: {
        userId: await addMember(api, api.merchant.id, 'owner'),
        merchantId: api.merchant.id,
        mode: 'test',
        role: 'owner',
        isMerchantSuspended: false,
        isRecentlyAuthenticated: true,
      },
      idempotencyKey: 'person',
      onReplay: () => {
        replays += 1;
      },
    });
    const first = await sessions.createTest();
    expect(await sessions.createTest()).toEqual(first);
    expect(replays).toBe(1);
    expect(await sessions.cancel({ id: first.id })).toMatchObject({ status: 'canceled' });
    expect(replays).toBe(1);
  });

  it('counts as none when it is empty', async () => {
    const first = await api.post('/proxy_sessions', order, withKey(''));
    const second = await api.post('/proxy_sessions', order, withKey(''));
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.id).not.toBe(first.body.id);
    const { body } = await api.get(`/proxy_sessions/${first.body.id}/merchant`);
    expect(body.idempotency_key).toBeNull();
  });
});
