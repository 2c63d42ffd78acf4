import { type Deps, markAttemptUnknown, systemCaller } from '@parley/operations';
import { waitFor } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hex } from './api.ts';
import { type Path, paths, prepared } from './paths.ts';
import {
  attachIntent,
  eventsOf,
  type Payments,
  sessionReaches,
  startPayments,
} from './provider.ts';

let payments: Payments;
beforeAll(async () => {
  payments = await startPayments();
});
afterAll(() => payments.stop());

const [intentPath, checkoutPath] = paths as readonly [Path, Path];
const visa = 'pm_card_visa';

/** Makes the attempt look as it would if time had passed or news had not come. */
async function amend(attemptId: string, data: object): Promise<void> {
  await payments.api.database.client.acquisitionAttempt.updateMany({
    where: { merchantId: payments.api.merchant.id, id: attemptId },
    data,
  });
}

async function supersede(made: Awaited<ReturnType<typeof prepared>>) {
  const { api } = payments;
  const { data } = (await api.get(made.attemptsPath)).body;
  return api.post(`${made.attemptPath}/supersede`, {
    expected_version: data.at(-1).version,
    reason: 'payer_tries_again',
    replacement: { integration_path: 'payment_intent', provider_options_fingerprint: hex('b') },
  });
}

const intentStatus = async (id: string) =>
  (await payments.stripe.paymentIntents.retrieve(id)).status;

describe('a payment for a superseded attempt', () => {
  it('completes the session and closes the newer attempt at the provider', async () => {
    const { api, stripe } = payments;
    const old = await prepared(payments, intentPath);
    await amend(old.attemptId, { status: 'canceled' });
    const newer = await attachIntent(api, stripe, (await supersede(old)).body);
    await old.pay(visa);
    await sessionReaches(api, old.id, {
      status: 'paid',
      completed_acquisition_attempt_id: old.attemptId,
      current_acquisition_attempt: { id: newer.attemptId, status: 'canceled' },
    });
    expect(await intentStatus(newer.intent.id)).toBe('canceled');
    const { data } = (await api.get(old.attemptsPath)).body;
    expect(data[0]).toMatchObject({ status: 'succeeded', status_reason: 'late_payment' });
  });

  it('is a conflict if the newer attempt is paid, and is reported even after fulfilment', async () => {
    const { api, stripe } = payments;
    const old = await prepared(payments, intentPath);
    await amend(old.attemptId, { status: 'canceled' });
    const newer = await attachIntent(api, stripe, (await supersede(old)).body);
    await stripe.paymentIntents.confirm(newer.intent.id, { payment_method: visa });
    await sessionReaches(api, old.id, { status: 'paid' });
    await api.post(`/proxy_sessions/${old.id}/provisioned`, {});
    await old.pay(visa);
    await waitFor(
      async () => (await eventsOf(api, old.id)).at(-1) === 'proxy_session.payment_conflicted',
      { what: 'the merchant to be told of the second payment' },
    );
    const { body } = await api.get(`/proxy_sessions/${old.id}/merchant`);
    expect(body).toMatchObject({
      status: 'provisioned',
      completed_acquisition_attempt_id: newer.attemptId,
    });
  });

  it('is prevented by closing the provider object of a failed attempt before its replacement', async () => {
    const old = await prepared(payments, intentPath);
    await amend(old.attemptId, { status: 'failed' });
    const replaced = await supersede(old);
    expect(replaced.body.acquisition_attempt).toMatchObject({ attempt_number: 2 });
    expect(await intentStatus(old.rootId)).toBe('canceled');
  });

  it('prevents the replacement of a failed attempt that was paid in the meantime', async () => {
    const { api } = payments;
    const old = await prepared(payments, intentPath, { scenario: 'drop_events' });
    await amend(old.attemptId, { status: 'failed' });
    await old.pay(visa);
    const replaced = await supersede(old);
    expect(replaced.status).toBe(409);
    await sessionReaches(api, old.id, { status: 'paid' });
  });
});

describe('a second payment intent created for the same attempt', () => {
  /** A second payment intent, as a server makes that tries again without the key. */
  async function stray(made: Awaited<ReturnType<typeof prepared>>) {
    const { metadata } = await payments.stripe.paymentIntents.retrieve(made.rootId);
    return payments.stripe.paymentIntents.create({ amount: 4200, currency: 'eur', metadata });
  }
  const payBy = (intent: { id: string }) =>
    payments.stripe.paymentIntents.confirm(intent.id, { payment_method: visa });

  it('is one conflict if both it and the root are paid', async () => {
    const { api } = payments;
    const made = await prepared(payments, intentPath, { scenario: 'duplicate_events' });
    await made.pay(visa);
    await sessionReaches(api, made.id, { status: 'paid' });
    const second = await stray(made);
    await payBy(second);
    await sessionReaches(api, made.id, {
      status: 'payment_conflicted',
      completed_acquisition_attempt_id: made.attemptId,
      final: { amount_minor: 4200 },
    });
    await waitFor(async () => (await api.database.readQueueDepths()).providerEventsWaiting === 0, {
      what: 'every event to be applied',
    });
    const told = await eventsOf(api, made.id);
    expect(told.filter((type) => type === 'proxy_session.payment_conflicted')).toHaveLength(1);
    const accepted = await api.post(`/proxy_sessions/${made.id}/resolve`, { resolution: 'accept' });
    expect(accepted.body).toMatchObject({ status: 'paid' });
  });

  it('is a conflict and closes the root if only the second one is paid', async () => {
    const { api } = payments;
    const made = await prepared(payments, intentPath);
    await payBy(await stray(made));
    await sessionReaches(api, made.id, {
      status: 'payment_conflicted',
      completed_acquisition_attempt_id: null,
    });
    await waitFor(async () => (await intentStatus(made.rootId)) === 'canceled', {
      what: 'the root to be closed',
    });
    const accepted = await api.post(`/proxy_sessions/${made.id}/resolve`, { resolution: 'accept' });
    expect(accepted.body).toMatchObject({ status: 'paid' });
    await sessionReaches(api, made.id, { completed_acquisition_attempt_id: made.attemptId });
  });

  it('changes nothing if it takes no money', async () => {
    const made = await prepared(payments, intentPath);
    await payments.stripe.paymentIntents.cancel((await stray(made)).id);
    await made.pay(visa);
    await sessionReaches(payments.api, made.id, {
      status: 'paid',
      completed_acquisition_attempt_id: made.attemptId,
    });
  });
});

describe('canceling a session', () => {
  it('closes the provider object and returns the same result when repeated', async () => {
    const { api } = payments;
    for (const path of [intentPath, checkoutPath]) {
      const made = await prepared(payments, path);
      const first = await api.post(`/proxy_sessions/${made.id}/cancel`);
      expect(first.body).toMatchObject({ proxy_session_id: made.id, status: 'canceled' });
      const again = await api.post(`/proxy_sessions/${made.id}/cancel`);
      expect(again.body).toEqual(first.body);
    }
    const made = await prepared(payments, intentPath);
    await api.post(`/proxy_sessions/${made.id}/cancel`);
    expect(await intentStatus(made.rootId)).toBe('canceled');
    expect((await eventsOf(api, made.id)).slice(-2)).toEqual([
      'acquisition_attempt.canceled',
      'proxy_session.canceled',
    ]);
  });

  it('is rejected if the payment succeeded or is processing', async () => {
    const { api } = payments;
    const fast = await prepared(payments, intentPath, { scenario: 'drop_events' });
    await fast.pay(visa);
    const late = await api.post(`/proxy_sessions/${fast.id}/cancel`);
    expect([late.status, late.body.error.code]).toEqual([409, 'session_state_conflict']);
    await sessionReaches(api, fast.id, { status: 'paid' });
    const slow = await prepared(payments, intentPath, { scenario: 'settle_later' });
    await slow.pay(visa);
    await sessionReaches(api, slow.id, { status: 'payment_processing' });
    const early = await api.post(`/proxy_sessions/${slow.id}/cancel`);
    expect([early.status, early.body.error.code]).toEqual([409, 'payment_in_progress']);
  });

  it('returns 502 with Retry-After and the end of the payment if the provider is unreachable', async () => {
    const { api } = payments;
    const made = await prepared(payments, intentPath);
    await api.database.client.pspConfig.updateMany({
      where: { merchantId: api.merchant.id },
      data: { apiUrl: 'http://127.0.0.1:9' },
    });
    const answer = await api.post(`/proxy_sessions/${made.id}/cancel`);
    await api.database.client.pspConfig.updateMany({
      where: { merchantId: api.merchant.id },
      data: { apiUrl: payments.account.apiUrl },
    });
    expect([answer.status, answer.body.error.code]).toEqual([502, 'provider_error']);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.body.error.message).toMatch(/They are good until \d{4}-\d\d-\d\dT/);
    const { body } = await api.get(`/proxy_sessions/${made.id}/merchant`);
    expect(body.status).toBe('payer_opened');
  });
});

describe('resolving a conflict', () => {
  async function conflicted() {
    const made = await prepared(payments, intentPath, { scenario: 'wrong_amount' });
    await made.pay(visa);
    await sessionReaches(payments.api, made.id, { status: 'payment_conflicted' });
    return made;
  }

  it('with accept makes the session paid with the amount that was taken', async () => {
    const { api } = payments;
    const made = await conflicted();
    const input = { resolution: 'accept', note: 'one cent is one cent' };
    const answer = await api.post(`/proxy_sessions/${made.id}/resolve`, input);
    expect(answer.body).toMatchObject({ status: 'paid' });
    await sessionReaches(api, made.id, {
      status: 'paid',
      actionable_next_step: 'provision',
      completed_acquisition_attempt_id: made.attemptId,
      final: { amount_minor: 4199 },
    });
    const again = await api.post(`/proxy_sessions/${made.id}/resolve`, input);
    expect(again.body).toEqual(answer.body);
    const other = await api.post(`/proxy_sessions/${made.id}/resolve`, { resolution: 'refunded' });
    expect([other.status, other.body.error.code]).toEqual([409, 'session_state_conflict']);
  });

  const resolve = (id: string, body: object) =>
    payments.api.post(`/proxy_sessions/${id}/resolve`, body);
  const refunded = { resolution: 'refunded' };
  async function storyOf(id: string) {
    const scope = { merchantId: payments.api.merchant.id, mode: 'test' } as const;
    return payments.api.database.forScope(scope).history.list(id);
  }

  it('with refunded cancels the session once the provider shows a full refund', async () => {
    const made = await conflicted();
    const none = await resolve(made.id, refunded);
    expect([none.status, none.body.error.code]).toEqual([422, 'provider_amount_mismatch']);
    expect(none.body.error.message).toMatch(/^The provider shows 0 eur of 4199 eur/);
    await payments.stripe.refunds.create({ payment_intent: made.rootId, amount: 199 });
    const some = await resolve(made.id, refunded);
    expect(some.body.error.message).toMatch(/^The provider shows 199 eur of 4199 eur/);
    await sessionReaches(payments.api, made.id, { status: 'payment_conflicted' });
    await payments.stripe.refunds.create({ payment_intent: made.rootId });
    const all = await resolve(made.id, refunded);
    expect(all.body).toMatchObject({ status: 'canceled' });
    expect((await eventsOf(payments.api, made.id)).at(-1)).toBe('proxy_session.canceled');
    expect(await storyOf(made.id)).toContainEqual(
      expect.objectContaining({ action: 'refund_verified', reason: '4199 eur' }),
    );
    expect((await resolve(made.id, refunded)).body).toMatchObject({ status: 'canceled' });
  });

  it.each(paths.slice(1, 4))(
    'with refunded reads the refunds of the payment behind a $name',
    async (path) => {
      const made = await prepared(payments, path, { scenario: 'wrong_amount' });
      await made.pay(visa);
      await sessionReaches(payments.api, made.id, { status: 'payment_conflicted' });
      const kept = await resolve(made.id, refunded);
      expect(kept.body.error.message).toMatch(/^The provider shows 0 eur of 4199 eur/);
      const charge = (await payments.stripe.charges.list({ limit: 1 })).data[0];
      expect(charge).toMatchObject({ amount_captured: 4199, amount_refunded: 0 });
      await payments.stripe.refunds.create({ charge: charge?.id ?? '' });
      expect((await resolve(made.id, refunded)).body).toMatchObject({ status: 'canceled' });
    },
  );

  it('with refunded_elsewhere cancels the session and records the merchant’s statement in the history', async () => {
    const made = await conflicted();
    const wrong = await resolve(made.id, { resolution: 'accept', refunded_elsewhere: true });
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'invalid_request']);
    const answer = await resolve(made.id, { ...refunded, refunded_elsewhere: true });
    expect(answer.body).toMatchObject({ status: 'canceled' });
    const actions = (await storyOf(made.id)).map((entry) => entry.action);
    expect(actions).toContain('refund_on_word');
    expect(actions).not.toContain('refund_verified');
  });
});

describe('a reservation with an unknown outcome', () => {
  /** Reserved, perhaps created, its retry deadline over. */
  async function lost(hoursAgo: number) {
    const { api } = payments;
    const made = await prepared(payments, intentPath, { attached: false });
    const past = new Date(Date.now() - hoursAgo * 3_600_000);
    await amend(made.attemptId, { providerRetryNotAfter: past });
    const scope = { merchantId: api.merchant.id, mode: 'test' } as const;
    await markAttemptUnknown(api.deps as Deps, systemCaller(scope), made.id);
    return made;
  }

  it('is matched to its provider object by metadata', async () => {
    const made = await lost(1);
    await sessionReaches(payments.api, made.id, {
      current_acquisition_attempt: { status: 'attached' },
    });
    await made.pay(visa);
    await sessionReaches(payments.api, made.id, { status: 'paid' });
  });

  it('can be attached after the provider object was read', async () => {
    const { api } = payments;
    const made = await lost(0.001);
    const { data } = (await api.get(made.attemptsPath)).body;
    const answer = await api.post(`${made.attemptPath}/provider_objects`, {
      role: 'root',
      object_type: 'payment_intent',
      object_id: made.rootId,
      expected_version: data[0].version,
    });
    expect(answer.body).toMatchObject({ status: 'attached', provider_root_object_id: made.rootId });
  });

  it('is canceled as never_created after its idempotency keys have expired at the provider', async () => {
    const { api } = payments;
    const nothing: Path = {
      ...intentPath,
      create: async () => ({ type: 'payment_intent', id: 'none', pay: async () => {} }),
    };
    const made = await prepared(payments, nothing, { attached: false });
    await amend(made.attemptId, { providerRetryNotAfter: new Date(Date.now() - 3_600_000) });
    const scope = { merchantId: api.merchant.id, mode: 'test' } as const;
    await markAttemptUnknown(api.deps as Deps, systemCaller(scope), made.id);
    await sessionReaches(api, made.id, {
      actionable_next_step: 'supersede_attempt',
      current_acquisition_attempt: { status: 'canceled', status_reason: 'never_created' },
    });
  });
});
