import { waitFor } from '@parley/testing';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { browser, card, client, control, startForTests } from '../../test/start.ts';

const { sandbox, stripe } = await startForTests();

const create = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({
    amount: 4200,
    currency: 'eur',
    metadata: { order: '7' },
    ...more,
  });

async function failure(work: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error(`expected a Stripe error, got ${String(error)}`);
}

const confirmInBrowser = (intent: Stripe.PaymentIntent, number: string) =>
  browser(sandbox, 'POST', `/v1/payment_intents/${intent.id}/confirm`, {
    client_secret: intent.client_secret ?? '',
    ...card(number),
  }) as Promise<{
    status: number;
    body: Stripe.PaymentIntent & { error?: { code: string; decline_code?: string } };
  }>;

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
    const error = await failure(create(more as Partial<Stripe.PaymentIntentCreateParams>));
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(error.statusCode).toBe(400);
    expect({ code: error.code, param: error.param }).toEqual({ code, param });
  });

  it('accepts an empty description as unset', async () => {
    expect((await create({ description: '' })).description).toBeNull();
  });

  it('rejects an unknown key and a publishable key', async () => {
    const wrong = await failure(client(sandbox, 'sk_test_wrongwrongwrong1').paymentIntents.list());
    expect(wrong).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(wrong.message).not.toContain('wrongwrongwrong');
    const publishable = await failure(
      client(sandbox, 'pk_test_sandboxtests0001').paymentIntents.list(),
    );
    expect(publishable.code).toBe('secret_key_required');
  });
});

describe('confirming with a secret key', () => {
  it('captures the amount once', async () => {
    const intent = await create({
      confirm: true,
      payment_method: 'pm_card_visa',
      expand: ['latest_charge'],
    });
    expect(intent.status).toBe('succeeded');
    expect(intent.amount_received).toBe(4200);
    expect(intent.latest_charge).toMatchObject({
      object: 'charge',
      paid: true,
      payment_intent: intent.id,
    });
    const again = await failure(stripe.paymentIntents.confirm(intent.id));
    expect(again.code).toBe('payment_intent_unexpected_state');
    const cancel = await failure(stripe.paymentIntents.cancel(intent.id));
    expect(cancel.code).toBe('payment_intent_unexpected_state');
    expect(cancel.payment_intent?.status).toBe('succeeded');
  });

  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000009987', 'card_declined', 'lost_card'],
    ['4000000000009979', 'card_declined', 'stolen_card'],
    ['4000000000000069', 'expired_card', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
    ['4000000000000119', 'processing_error', 'processing_error'],
  ])('declines %s, then accepts another card', async (number, code, declineCode) => {
    const intent = await create();
    const declined = await confirmInBrowser(intent, number);
    expect(declined.status).toBe(402);
    expect(declined.body.error).toMatchObject({
      type: 'card_error',
      code,
      decline_code: declineCode,
    });
    const after = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(after.status).toBe('requires_payment_method');
    expect(after.last_payment_error).toMatchObject({
      code,
      decline_code: declineCode,
      type: 'card_error',
    });
    expect(after.latest_charge).toMatchObject({ status: 'failed', failure_code: code });
    const paid = await confirmInBrowser(intent, '4242424242424242');
    expect(paid.body.status).toBe('succeeded');
    expect(paid.body.last_payment_error).toBeNull();
  });

  it('returns the intent with a decline', async () => {
    const error = await failure(
      create({ confirm: true, payment_method: 'pm_card_visa_chargeDeclined' }),
    );
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error.statusCode).toBe(402);
    expect(error.payment_intent?.status).toBe('requires_payment_method');
  });

  it.each([
    ['4242424242424241', 'incorrect_number'],
    ['4111111111111111', 'card_declined'],
  ])('rejects %s without a charge', async (number, code) => {
    const intent = await create();
    const rejected = await confirmInBrowser(intent, number);
    expect(rejected.status).toBe(402);
    expect(rejected.body.error?.code).toBe(code);
    expect((await stripe.paymentIntents.retrieve(intent.id)).last_payment_error).toBeNull();
  });

  it('declines an off-session payment that requires authentication', async () => {
    const error = await failure(
      create({
        confirm: true,
        off_session: true,
        payment_method: 'pm_card_authenticationRequired',
      }),
    );
    expect(error.code).toBe('authentication_required');
  });
});

describe('confirming with a publishable key', () => {
  it('returns only public fields, with CORS headers', async () => {
    const intent = await create();
    const seen = await browser(sandbox, 'GET', `/v1/payment_intents/${intent.id}`, {
      client_secret: intent.client_secret ?? '',
    });
    expect(seen.status).toBe(200);
    expect(seen.headers.get('access-control-allow-origin')).toBe('*');
    expect(seen.body).toMatchObject({ id: intent.id, amount: 4200 });
    expect(seen.body).not.toHaveProperty('metadata');
    for (const secret of ['', `${intent.id}_secret_wrong`]) {
      const rejected = await browser(sandbox, 'GET', `/v1/payment_intents/${intent.id}`, {
        client_secret: secret,
      });
      expect(rejected.status).toBe(400);
    }
  });

  it.each([
    ['4000002500003155', 'succeeded', 'succeeded', undefined],
    ['4000002760003184', 'succeeded', 'succeeded', undefined],
    ['4000000000003220', 'succeeded', 'succeeded', undefined],
    [
      '4000000000003220',
      'failed',
      'requires_payment_method',
      'payment_intent_authentication_failure',
    ],
    ['4000008400001629', 'succeeded', 'requires_payment_method', 'card_declined'],
  ])(
    'authenticates card %s: the challenge %s, the intent is %s',
    async (number, outcome, status, code) => {
      const intent = await create();
      const challenged = await confirmInBrowser(intent, number);
      expect(challenged.body.status).toBe('requires_action');
      expect(challenged.body.next_action?.type).toBe('use_stripe_sdk');
      const sdk = challenged.body.next_action?.use_stripe_sdk as { source: string } | undefined;
      const source = sdk?.source;
      const done = await browser(sandbox, 'POST', `/elements/challenge/${source}`, { outcome });
      expect(done.status).toBe(200);
      const after = await stripe.paymentIntents.retrieve(intent.id);
      expect(after.next_action).toBeNull();
      expect({ status: after.status, code: after.last_payment_error?.code }).toEqual({
        status,
        code,
      });
    },
  );

  it('a server-side confirmation with a return_url redirects to an authentication page', async () => {
    const intent = await create({
      confirm: true,
      payment_method: 'pm_card_authenticationRequired',
      return_url: 'https://shop.example/back',
    });
    expect(intent.next_action?.type).toBe('redirect_to_url');
    const page = await fetch(intent.next_action?.redirect_to_url?.url ?? '');
    expect(page.status).toBe(200);
  });
});

describe('an asynchronous payment', () => {
  it('succeeds after the settlement delay', async () => {
    const intent = await create();
    const accepted = await confirmInBrowser(intent, '4000000000006116');
    expect(accepted.body.status).toBe('processing');
    const done = await waitFor(async () => {
      const now = await stripe.paymentIntents.retrieve(intent.id);
      return now.status === 'succeeded' && now;
    });
    expect(done.amount_received).toBe(4200);
  });

  it('fails after the settlement delay', async () => {
    const intent = await create();
    await confirmInBrowser(intent, '4000000000006124');
    const done = await waitFor(async () => {
      const now = await stripe.paymentIntents.retrieve(intent.id);
      return now.status === 'requires_payment_method' && now;
    });
    expect(done.last_payment_error?.code).toBe('payment_intent_payment_attempt_failed');
  });

  it('settles at once through the control API', async () => {
    const intent = await create();
    await confirmInBrowser(intent, '4000000000006116');
    const settled = await control(sandbox, `payment_intents/${intent.id}/settle`, {
      outcome: 'failed',
    });
    expect(settled.body.status).toBe('requires_payment_method');
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
    const late = await failure(stripe.paymentIntents.update(intent.id, { amount: 6000 }));
    expect(late.code).toBe('payment_intent_unexpected_state');
    expect((await confirmInBrowser(intent, '4242424242424242')).status).toBe(400);
  });

  it('is charged once by concurrent confirmations', async () => {
    const intent = await create();
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => confirmInBrowser(intent, '4242424242424242')),
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
      (await failure(stripe.paymentIntents.search({ query: 'what is this' }))).statusCode,
    ).toBe(400);
    expect((await failure(stripe.paymentIntents.retrieve('pi_none'))).code).toBe(
      'resource_missing',
    );
    expect(
      (await failure(stripe.paymentIntents.retrieve(ids[0] ?? '', { expand: ['metadata.x'] })))
        .message,
    ).toContain('cannot be expanded');
  });

  it('can be refunded up to its amount', async () => {
    const intent = await create({ confirm: true, payment_method: 'pm_card_visa' });
    const part = await stripe.refunds.create({ payment_intent: intent.id, amount: 1000 });
    expect(part).toMatchObject({ amount: 1000, status: 'succeeded' });
    await stripe.refunds.create({ payment_intent: intent.id });
    const error = await failure(stripe.refunds.create({ payment_intent: intent.id }));
    expect(error.code).toBe('charge_already_refunded');
  });
});
