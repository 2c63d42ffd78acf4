import { waitFor } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { type Path, paths, prepared } from './paths.ts';
import { control, readEvents, sessionReaches, startPayments } from './provider.ts';
import { callDashboard } from './recorded-money.ts';

const payments = await startPayments();
afterAll(() => payments.stop());

const [intentPath, checkoutPath] = paths as readonly [Path, Path];
const visa = 'pm_card_visa';
const intentStatus = async (id: string) =>
  (await payments.stripe.paymentIntents.retrieve(id)).status;

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
    expect((await readEvents(api, made.id)).slice(-2)).toEqual([
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
    await api.database.client.providerConfig.updateMany({
      where: { merchantId: api.merchant.id },
      data: { apiUrl: 'http://127.0.0.1:9' },
    });
    const response = await api.post(`/proxy_sessions/${made.id}/cancel`);
    await api.database.client.providerConfig.updateMany({
      where: { merchantId: api.merchant.id },
      data: { apiUrl: payments.account.apiUrl },
    });
    expect([response.status, response.body.error.code]).toEqual([502, 'provider_error']);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(response.body.error.message).toMatch(
      /The idempotency keys are valid until \d{4}-\d\d-\d\dT/,
    );
    const { body } = await api.get(`/proxy_sessions/${made.id}/merchant`);
    expect(body.status).toBe('payer_opened');
  });
});

describe('resolving a conflict', () => {
  async function conflicted(card = visa) {
    const made = await prepared(payments, intentPath, { scenario: 'wrong_amount' });
    await made.pay(card);
    await sessionReaches(payments.api, made.id, { status: 'payment_conflicted' });
    return made;
  }

  it('with accept makes the session paid with the amount that was taken', async () => {
    const { api } = payments;
    const made = await conflicted();
    const input = { resolution: 'accept', note: 'one cent is one cent' };
    const response = await api.post(`/proxy_sessions/${made.id}/resolve`, input);
    expect(response.body).toMatchObject({ status: 'paid' });
    await sessionReaches(api, made.id, {
      status: 'paid',
      actionable_next_step: 'provision',
      completed_acquisition_attempt_id: made.attemptId,
      final: { amount_minor: 4199 },
    });
    const again = await api.post(`/proxy_sessions/${made.id}/resolve`, input);
    expect(again.body).toEqual(response.body);
    const other = await api.post(`/proxy_sessions/${made.id}/resolve`, { resolution: 'refunded' });
    expect([other.status, other.body.error.code]).toEqual([409, 'session_state_conflict']);
  });

  const resolve = (id: string, body: object) =>
    payments.api.post(`/proxy_sessions/${id}/resolve`, body);
  const refunded = { resolution: 'refunded' };
  async function readHistory(id: string) {
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
    expect((await readEvents(payments.api, made.id)).at(-1)).toBe('proxy_session.canceled');
    expect(await readHistory(made.id)).toContainEqual(
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
      const unrefunded = await resolve(made.id, refunded);
      expect(unrefunded.body.error.message).toMatch(/^The provider shows 0 eur of 4199 eur/);
      const charge = (await payments.stripe.charges.list({ limit: 1 })).data[0];
      expect(charge).toMatchObject({ amount: 4200, amount_captured: 4199, amount_refunded: 1 });
      await payments.stripe.refunds.create({ charge: charge?.id ?? '' });
      for (const id of await readSubscriptions(made.id)) {
        const running = await resolve(made.id, refunded);
        expect([running.status, running.body.error.code]).toEqual([409, 'subscription_running']);
        expect(running.body.error.message).toBe(
          `Still running at the provider: ${id}. Cancel each subscription there, then send the request again.`,
        );
        await payments.stripe.subscriptions.cancel(id);
      }
      expect((await resolve(made.id, refunded)).body).toMatchObject({ status: 'canceled' });
    },
  );

  /** Its subscriptions at the provider. */
  async function readSubscriptions(proxySessionId: string): Promise<string[]> {
    const where = { merchantId: payments.api.merchant.id, proxySessionId };
    const rows = await payments.api.database.client.subscription.findMany({ where });
    return rows.map(({ providerSubscriptionId }) => providerSubscriptionId);
  }

  /** Requires that a session which was canceled is a conflict again. */
  async function expectConflictAgain(id: string, reported: string, kinds: readonly string[]) {
    await sessionReaches(payments.api, id, {
      status: 'payment_conflicted',
      actionable_next_step: 'resolve_conflict',
    });
    expect((await readEvents(payments.api, id)).slice(-3)).toEqual([
      'proxy_session.canceled',
      reported,
      'proxy_session.payment_conflicted',
    ]);
    const items = await callDashboard(payments.api).attention.listSessionItems({ id });
    expect(items.map(({ kind }) => kind).toSorted()).toEqual(kinds);
  }

  it('with refunded is a conflict again when the refund fails afterwards', async () => {
    const { id, rootId } = await conflicted('pm_card_refundFail');
    // The refund of this card fails a moment later, which may be too early for the request.
    await waitFor(
      async () => {
        await payments.stripe.refunds.create({ payment_intent: rootId }).catch(() => {});
        return (await resolve(id, refunded)).status === 200;
      },
      { what: 'the session to be resolved before the refund fails' },
    );
    await expectConflictAgain(id, 'payment.refund_failed', ['payment_conflict']);
    expect((await resolve(id, refunded)).body.error.code).toBe('provider_amount_mismatch');
  });

  it('with refunded_elsewhere is a conflict again when the dispute that took the money is won', async () => {
    const { id, rootId } = await conflicted();
    await control(payments, `payment_intents/${rootId}/dispute`);
    await waitFor(
      async () => (await readHistory(id)).some(({ action }) => action === 'provider_disputed'),
      { what: 'the dispute to be recorded' },
    );
    const elsewhere = await resolve(id, { ...refunded, refunded_elsewhere: true });
    expect(elsewhere.body).toMatchObject({ status: 'canceled' });
    await control(payments, `payment_intents/${rootId}/close_dispute`, { outcome: 'won' });
    await expectConflictAgain(id, 'payment.dispute_closed', ['closed_dispute', 'payment_conflict']);
  });

  it('with refunded_elsewhere cancels the session and records the merchant’s statement in the history', async () => {
    const made = await conflicted();
    const wrong = await resolve(made.id, { resolution: 'accept', refunded_elsewhere: true });
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'invalid_request']);
    const response = await resolve(made.id, { ...refunded, refunded_elsewhere: true });
    expect(response.body).toMatchObject({ status: 'canceled' });
    const actions = (await readHistory(made.id)).map((entry) => entry.action);
    expect(actions).toContain('refund_reported');
    expect(actions).not.toContain('refund_verified');
  });
});
