import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { client, confirmIntent, readRejection, startForTests } from '../../test/start.ts';

const { sandbox, stripe } = await startForTests();

const create = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({
    amount: 4200,
    currency: 'eur',
    metadata: { order: '7' },
    ...more,
  });

describe('creating a payment intent', () => {
  it('returns the fields of the API', async () => {
    const intent = await create();
    expect(intent).toMatchObject({
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount: 4200,
      amount_received: 0,
      currency: 'eur',
      metadata: { order: '7' },
      automatic_payment_methods: { enabled: true, allow_redirects: 'always' },
      payment_method_types: ['card'],
      livemode: false,
    });
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_`));
    expect(intent.lastResponse.requestId).toMatch(/^req_/);
  });

  it.each([
    [{ amount: undefined }, 'parameter_missing', 'amount'],
    [{ amount: 10.5 }, 'parameter_invalid_integer', 'amount'],
    [{ amount: 0 }, 'parameter_invalid_integer', 'amount'],
    [{ amount: 10 }, 'amount_too_small', 'amount'],
    [{ nonsense: 'x' }, 'parameter_unknown', 'nonsense'],
    [
      { payment_method_options: { card: { oops: 1 } } },
      'parameter_unknown',
      'payment_method_options[card][oops]',
    ],
    [{ currency: 'zzz' }, undefined, 'currency'],
    [{ customer: 'cus_none' }, 'resource_missing', 'customer'],
    [{ payment_method: 'pm_none' }, 'resource_missing', 'payment_method'],
    [{ metadata: { ['k'.repeat(41)]: 'v' } }, undefined, 'metadata'],
    [{ metadata: { k: 'v'.repeat(501) } }, undefined, 'metadata'],
  ])('rejects %j with %s', async (more, code, param) => {
    const error = await readRejection(create(more as Partial<Stripe.PaymentIntentCreateParams>));
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(error.statusCode).toBe(400);
    expect({ code: error.code, param: error.param }).toEqual({ code, param });
  });

  it('accepts an empty description as unset', async () => {
    expect((await create({ description: '' })).description).toBeNull();
  });

  it('rejects an unknown key and a publishable key', async () => {
    const wrong = await readRejection(
      client(sandbox, 'sk_test_wrongwrongwrong1').paymentIntents.list(),
    );
    expect(wrong).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(wrong.message).not.toContain('wrongwrongwrong');
    const publishable = await readRejection(
      client(sandbox, 'pk_test_sandboxtests0001').paymentIntents.list(),
    );
    expect(publishable.code).toBe('secret_key_required');
  });
});

describe('a payment intent', () => {
  it('can be updated until it is canceled', async () => {
    const intent = await create();
    const updated = await stripe.paymentIntents.update(intent.id, {
      amount: 5000,
      metadata: { order: '', lot: '9' },
    });
    expect(updated.amount).toBe(5000);
    expect(updated.metadata).toEqual({ lot: '9' });
    const canceled = await stripe.paymentIntents.cancel(intent.id, {
      cancellation_reason: 'abandoned',
    });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    const late = await readRejection(stripe.paymentIntents.update(intent.id, { amount: 6000 }));
    expect(late.code).toBe('payment_intent_unexpected_state');
    expect((await confirmIntent(sandbox, intent, '4242424242424242')).status).toBe(400);
  });

  it('is charged once by concurrent confirmations', async () => {
    const intent = await create();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => confirmIntent(sandbox, intent, '4242424242424242')),
    );
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    const charges = await stripe.charges.list({ payment_intent: intent.id });
    expect(charges.data).toHaveLength(1);
  });

  it('can be listed in pages, searched and expanded', async () => {
    const customer = await stripe.customers.create({ email: 'ada@example.com' });
    const ids: string[] = [];
    for (let i = 0; i < 5; i++)
      ids.unshift(
        (await create({ customer: customer.id, metadata: { lot: 'paging', n: String(i) } })).id,
      );
    const first = await stripe.paymentIntents.list({
      customer: customer.id,
      limit: 2,
      expand: ['data.customer'],
    });
    expect(first.data.map((intent) => intent.id)).toEqual(ids.slice(0, 2));
    expect(first.has_more).toBe(true);
    expect(first.data[0]?.customer).toMatchObject({ email: 'ada@example.com' });
    const all: string[] = [];
    for await (const intent of stripe.paymentIntents.list({ customer: customer.id, limit: 2 }))
      all.push(intent.id);
    expect(all).toEqual(ids);
    const back = await stripe.paymentIntents.list({
      customer: customer.id,
      ending_before: ids[2] ?? '',
    });
    expect(back.data.map((intent) => intent.id)).toEqual(ids.slice(0, 2));
    const found = await stripe.paymentIntents.search({
      query: "metadata['lot']:'paging' AND metadata['n']:'3'",
    });
    expect(found.data.map((intent) => intent.metadata.n)).toEqual(['3']);
    const either = await stripe.paymentIntents.search({
      query: "metadata['n']:'3' OR metadata['n']:'4'",
    });
    expect(either.data).toHaveLength(2);
    expect(
      (await readRejection(stripe.paymentIntents.search({ query: 'what is this' }))).statusCode,
    ).toBe(400);
    expect((await readRejection(stripe.paymentIntents.retrieve('pi_none'))).code).toBe(
      'resource_missing',
    );
    expect(
      (
        await readRejection(
          stripe.paymentIntents.retrieve(ids[0] ?? '', { expand: ['metadata.x'] }),
        )
      ).message,
    ).toContain('cannot be expanded');
  });

  it('can be refunded up to its amount', async () => {
    const intent = await create({
      confirm: true,
      return_url: 'https://shop.test/return',
      payment_method: 'pm_card_visa',
    });
    const part = await stripe.refunds.create({ payment_intent: intent.id, amount: 1000 });
    expect(part).toMatchObject({ amount: 1000, status: 'succeeded' });
    await stripe.refunds.create({ payment_intent: intent.id });
    const error = await readRejection(stripe.refunds.create({ payment_intent: intent.id }));
    expect(error.code).toBe('charge_already_refunded');
  });
});
