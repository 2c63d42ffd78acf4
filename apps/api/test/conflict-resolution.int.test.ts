import { waitFor } from '@parley/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { getCode } from './attempt-stages.ts';
import { type Path, paths, prepared } from './paths.ts';
import { control, readEvents, sessionReaches, startPayments } from './provider.ts';
import { expectMoneyRecorded } from './recorded-money.ts';

const payments = await startPayments();
afterAll(() => payments.stop());
const { api, stripe } = payments;
const [intentPath] = paths as readonly [Path];

/** A session that was paid with the wrong amount. */
async function conflicted(intents = 1) {
  const made = await prepared(payments, intentPath, { scenario: 'wrong_amount' });
  await made.pay('pm_card_visa');
  await sessionReaches(api, made.id, { status: 'payment_conflicted' });
  const paid = [made.rootId];
  if (intents > 1) {
    const { metadata } = await stripe.paymentIntents.retrieve(made.rootId);
    const second = await stripe.paymentIntents.create({ amount: 4200, currency: 'eur', metadata });
    await stripe.paymentIntents.confirm(second.id, {
      payment_method: 'pm_card_visa',
      return_url: 'https://shop.test/return',
    });
    paid.push(second.id);
  }
  await waitFor(async () => (await paymentRows(made.id)).length === intents, {
    what: 'the payments to be recorded',
  });
  return { id: made.id, intents: paid };
}

const paymentRows = (proxySessionId: string) =>
  api.database.client.payment.findMany({ where: { merchantId: api.merchant.id, proxySessionId } });

const refundAll = (intents: readonly string[]) =>
  Promise.all(intents.map((payment_intent) => stripe.refunds.create({ payment_intent })));

const refundsRecorded = (id: string) =>
  waitFor(
    async () => (await paymentRows(id)).every((row) => row.refundedMinor === row.amountMinor),
    { what: 'the refunds to be recorded' },
  );

const accept = (id: string) =>
  api.post(`/proxy_sessions/${id}/resolve`, { resolution: 'accept', note: 'sent by mistake' });

describe('accepting a conflict whose payments were all refunded', () => {
  it.each([1, 2])('is refused and changes nothing: %s of them, known', async (count) => {
    const { id, intents } = await conflicted(count);
    await refundAll(intents);
    await refundsRecorded(id);
    const before = (await api.get(`/proxy_sessions/${id}/merchant`)).body;
    const events = await readEvents(api, id);
    const response = await accept(id);
    expect(getCode(response)).toEqual([409, 'nothing_to_accept']);
    expect(response.body.error.message).toBe(
      'Every payment of this session was refunded. Resolve with "refunded".',
    );
    expect((await api.get(`/proxy_sessions/${id}/merchant`)).body).toEqual(before);
    expect(await readEvents(api, id)).toEqual(events);
    const refunded = await api.post(`/proxy_sessions/${id}/resolve`, { resolution: 'refunded' });
    expect(refunded.body).toMatchObject({ status: 'canceled' });
  });

  it('is refused if only the provider knows of the refund', async () => {
    const { id, intents } = await conflicted();
    await control(payments, 'faults', { drop: '100' });
    await refundAll(intents);
    const response = await accept(id);
    await control(payments, 'faults');
    expect(getCode(response)).toEqual([409, 'nothing_to_accept']);
    await sessionReaches(api, id, { status: 'payment_conflicted' });
    expect(await readEvents(api, id)).not.toContain('proxy_session.paid');
  });

  it('accepts what is kept if only the provider knows that one of two payments was refunded', async () => {
    const { id, intents } = await conflicted(2);
    await control(payments, 'faults', { drop: '100' });
    await refundAll(intents.slice(0, 1));
    const response = await accept(id);
    await control(payments, 'faults');
    expect(response.body).toMatchObject({ status: 'paid' });
    await sessionReaches(api, id, { status: 'paid', final: { amount_minor: 4199 } });
    const [kept] = (await paymentRows(id)).filter((row) => row.refundedMinor < row.amountMinor);
    expect(kept?.providerObjectId).toBe(intents[1]);
  });
});

it('records a payment for every event that shows money taken for an attempt', () =>
  expectMoneyRecorded(payments));
