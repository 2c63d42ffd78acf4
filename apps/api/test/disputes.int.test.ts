import { waitFor } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  control,
  type Payments,
  payableSession,
  readEvents,
  sessionReaches,
  startPayments,
} from './provider.ts';

let payments: Payments;
beforeAll(async () => {
  payments = await startPayments();
});
afterAll(() => payments.stop());

/** A session that was paid, with its payment intent. */
async function paidSession(method = 'pm_card_visa') {
  const { api, stripe } = payments;
  const { id, intent, attemptId } = await payableSession(payments);
  await stripe.paymentIntents.confirm(intent.id, {
    payment_method: method,
    return_url: 'https://shop.test/return',
  });
  await sessionReaches(api, id, { status: 'paid', actionable_next_step: 'provision' });
  return { id, attemptId, intentId: intent.id };
}

const paymentEvents = async (id: string) =>
  (await readEvents(payments.api, id)).filter((type) => type.startsWith('payment.'));

it.each([
  ['won', 'provider_dispute_won', 'provision', 'paid', 0],
  ['lost', 'provider_dispute_lost', 'none', 'dispute_lost', 4200],
] as const)('a dispute that is %s has its deadline, events and next steps', async (...given) => {
  const [outcome, action, nextStep, status, disputed] = given;
  const { api, stripe } = payments;
  const { id, attemptId, intentId } = await paidSession();
  await control(payments, `payment_intents/${intentId}/dispute`);
  const [dispute] = (await stripe.disputes.list({ payment_intent: intentId })).data;
  const dueBy = new Date((dispute?.evidence_details.due_by ?? 0) * 1000).toISOString();
  await sessionReaches(api, id, {
    status: 'paid',
    actionable_next_step: 'respond_to_dispute',
    payment_summary: {
      status: 'disputed',
      received_minor: 4200,
      refunded_minor: 0,
      disputed_minor: 4200,
      dispute: { id: dispute?.id, status: 'needs_response', reason: 'fraudulent', due_by: dueBy },
    },
  });
  // The status of a dispute changes before it is closed.
  await stripe.disputes.update(dispute?.id ?? '', {
    evidence: { uncategorized_text: 'The parcel was delivered.' },
  });
  await sessionReaches(api, id, {
    actionable_next_step: 'await_provider',
    payment_summary: { status: 'dispute_under_review' },
  });
  expect(await paymentEvents(id)).toEqual(['payment.disputed']);

  await control(payments, `payment_intents/${intentId}/close_dispute`, { outcome });
  await sessionReaches(api, id, {
    status: 'paid',
    actionable_next_step: nextStep,
    payment_summary: { status, disputed_minor: disputed, dispute: { status: outcome } },
  });
  expect(await paymentEvents(id)).toEqual(['payment.disputed', 'payment.dispute_closed']);
  const { body } = await api.get(`/events?proxy_session_id=${id}&type=payment.dispute_closed`);
  expect(body.data).toMatchObject([
    {
      data: {
        object: {
          id: intentId,
          proxy_session_id: id,
          acquisition_attempt_id: attemptId,
          amount_minor: 4200,
          currency: 'eur',
          disputed_minor: disputed,
          dispute: { id: dispute?.id, status: outcome, closed_at: expect.any(String) },
        },
        previous_attributes: { dispute: { status: 'under_review', closed_at: null } },
      },
    },
  ]);
  const { history } = api.database.forScope({ merchantId: api.merchant.id, mode: 'test' });
  await waitFor(
    async () => {
      const entries = (await history.list(id)).filter((entry) => entry.action === action);
      return entries.length === 1 && entries[0]?.reason === '4200 eur';
    },
    { what: `${action} in the history` },
  );
});

it('an inquiry has a deadline, but withdraws no money', async () => {
  const { api, stripe } = payments;
  const { id, intentId } = await paidSession('pm_card_createDisputeInquiry');
  await sessionReaches(api, id, {
    status: 'paid',
    actionable_next_step: 'respond_to_dispute',
    payment_summary: {
      status: 'inquiry',
      received_minor: 4200,
      disputed_minor: 0,
      dispute: {
        status: 'warning_needs_response',
        reason: 'fraudulent',
        due_by: expect.any(String),
        closed_at: null,
      },
    },
  });
  const { attention, history } = api.database.forScope({
    merchantId: api.merchant.id,
    mode: 'test',
  });
  const items = async (kind: 'open_dispute' | 'open_inquiry' | 'closed_dispute') =>
    (await attention.list(kind, { limit: 100 })).filter(({ sessionId }) => sessionId === id);
  expect(await items('open_dispute')).toEqual([]);
  expect(await items('open_inquiry')).toMatchObject([{ id: intentId }]);
  const [dispute] = (await stripe.disputes.list({ payment_intent: intentId })).data;
  await stripe.disputes.update(dispute?.id ?? '', {
    evidence: { uncategorized_text: 'The parcel was delivered.' },
  });
  await sessionReaches(api, id, {
    actionable_next_step: 'provision',
    payment_summary: { status: 'paid', dispute: { status: 'warning_under_review' } },
  });
  expect(await items('open_inquiry')).toEqual([]);
  await control(payments, `payment_intents/${intentId}/close_dispute`, { outcome: 'won' });
  await sessionReaches(api, id, {
    payment_summary: { status: 'paid', disputed_minor: 0, dispute: { status: 'warning_closed' } },
  });
  expect(await items('closed_dispute')).toMatchObject([{ reason: 'inquiry' }]);
  expect(await paymentEvents(id)).toEqual(['payment.disputed', 'payment.dispute_closed']);
  const noted = async () =>
    (await history.list(id)).map(({ action }) => action).filter((one) => one.includes('inquir'));
  await waitFor(async () => (await noted()).length === 2, { what: 'the inquiry in the history' });
  expect(await noted()).toEqual(['provider_inquired', 'provider_inquiry_closed']);
});

it('a refunded order is not to be fulfilled any more, after a part of it was', async () => {
  const { api, stripe } = payments;
  const { id, intentId } = await paidSession();
  await stripe.refunds.create({ payment_intent: intentId, amount: 1000 });
  await sessionReaches(api, id, {
    status: 'paid',
    actionable_next_step: 'provision',
    payment_summary: { status: 'partially_refunded', received_minor: 4200, refunded_minor: 1000 },
  });
  await stripe.refunds.create({ payment_intent: intentId });
  const refunded = {
    status: 'paid',
    actionable_next_step: 'none',
    payment_summary: { status: 'refunded', refunded_minor: 4200, dispute: null },
  };
  await sessionReaches(api, id, refunded);
  expect(await paymentEvents(id)).toEqual(['payment.refunded', 'payment.refunded']);
  const query = `proxy_session_id=${id}&type=payment.refunded`;
  const [last] = (await api.get(`/events?${query}`)).body.data;
  expect(last.data).toMatchObject({
    object: { id: intentId, refunded_minor: 4200, dispute: null },
    previous_attributes: { refunded_minor: 1000 },
  });
  // The merchant may have fulfilled it before.
  expect((await api.post(`/proxy_sessions/${id}/provisioned`)).body.status).toBe('provisioned');
  expect((await api.get(`/proxy_sessions?limit=1`)).body.data[0]).toMatchObject({
    ...refunded,
    status: 'provisioned',
  });
});

it('a refund that fails after it was reported is reported too', async () => {
  const { api, stripe } = payments;
  const { id, intent } = await payableSession(payments);
  await stripe.paymentIntents.confirm(intent.id, {
    payment_method: 'pm_card_refundFail',
    return_url: 'https://shop.test/return',
  });
  await sessionReaches(api, id, { status: 'paid' });
  await stripe.refunds.create({ payment_intent: intent.id });
  await waitFor(async () => (await paymentEvents(id)).at(-1) === 'payment.refund_failed', {
    what: 'the event of the failed refund',
  });
  await sessionReaches(api, id, {
    actionable_next_step: 'provision',
    payment_summary: { status: 'paid', refunded_minor: 0 },
  });
});
