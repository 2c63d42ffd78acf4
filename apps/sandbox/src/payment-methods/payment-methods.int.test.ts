import { waitFor } from '@parley/testing';
import { expect, it } from 'vitest';
import { startForTests } from '../../test/start.ts';

const { stripe } = await startForTests();
const returns = { confirm: true, return_url: 'https://shop.test/return' };
const pay = (payment_method: string, more: object = {}) =>
  stripe.paymentIntents.create({
    amount: 4200,
    currency: 'eur',
    payment_method,
    ...returns,
    ...more,
  });

it('a payment method without a customer pays once', async () => {
  const { id } = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } });
  await expect(pay(id)).resolves.toMatchObject({ status: 'succeeded' });
  await expect(pay(id)).rejects.toThrow('It may not be used again.');
  const customer = await stripe.customers.create();
  await expect(stripe.paymentMethods.attach(id, { customer: customer.id })).rejects.toThrow(
    'may not be used again',
  );
});

it('a payment method of a customer, and one that was declined, pays again', async () => {
  const customer = await stripe.customers.create({ payment_method: 'pm_card_visa' });
  const [saved] = (await stripe.paymentMethods.list({ customer: customer.id })).data;
  for (const _ of [1, 2]) {
    const paid = await pay(saved?.id ?? '', { customer: customer.id });
    expect(paid.status).toBe('succeeded');
  }
  const card = { token: 'tok_chargeCustomerFail' };
  const { id } = await stripe.paymentMethods.create({ type: 'card', card });
  for (const _ of [1, 2]) await expect(pay(id)).rejects.toMatchObject({ code: 'card_declined' });
});

it('a card of a country shows the country', async () => {
  const { latest_charge } = await pay('pm_card_de', { expand: ['latest_charge'] });
  expect(latest_charge).toMatchObject({ payment_method_details: { card: { country: 'DE' } } });
});

it('pm_card_createDispute pays and is disputed', async () => {
  const { id } = await pay('pm_card_createDispute');
  const dispute = await waitFor(async () =>
    (await stripe.events.list({ type: 'charge.dispute.created' })).data
      .map(({ data }) => data.object as { payment_intent?: string })
      .find((object) => object.payment_intent === id),
  );
  expect(dispute).toMatchObject({ reason: 'fraudulent', status: 'needs_response' });
});

it('pm_card_refundFail pays, and its refund fails after it succeeded', async () => {
  const { id, latest_charge } = await pay('pm_card_refundFail');
  const refund = await stripe.refunds.create({ payment_intent: id });
  expect(refund.status).toBe('succeeded');
  const failed = await waitFor(async () => {
    const now = await stripe.refunds.retrieve(refund.id);
    return now.status === 'failed' && now;
  });
  expect(failed.failure_reason).toBe('expired_or_canceled_card');
  const charge = await stripe.charges.retrieve(String(latest_charge));
  expect(charge).toMatchObject({ amount_refunded: 0, refunded: false });
});

it('a payment and its refund send the events of their later changes', async () => {
  const { id, latest_charge } = await pay('pm_card_visa');
  const { id: refund } = await stripe.refunds.create({ payment_intent: id, amount: 100 });
  const seen = () =>
    stripe.events.list({ limit: 100 }).then(({ data }) =>
      data
        .filter(
          ({ data: { object } }) =>
            'id' in object && [String(latest_charge), refund].includes(object.id ?? ''),
        )
        .map(({ type }) => type)
        .reverse(),
    );
  await waitFor(async () => (await seen()).includes('charge.refund.updated'));
  expect(await seen()).toEqual([
    'charge.succeeded',
    'charge.updated',
    'charge.refunded',
    'refund.created',
    'refund.updated',
    'charge.refund.updated',
  ]);
});

it('a setup intent names its latest attempt', async () => {
  const setup = await stripe.setupIntents.create({
    payment_method: 'pm_card_visa',
    ...returns,
    expand: ['latest_attempt'],
  });
  expect(setup.latest_attempt).toMatchObject({ status: 'succeeded', setup_intent: setup.id });
});
