import { waitFor } from '@parley/testing';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { browser, confirmIntent, control, readRejection, startForTests } from '../../test/start.ts';

const { sandbox, stripe } = await startForTests();

const create = (more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({
    amount: 4200,
    currency: 'eur',
    metadata: { order: '7' },
    ...more,
  });

describe('confirming with a secret key', () => {
  it('captures the amount once', async () => {
    const intent = await create({
      confirm: true,
      return_url: 'https://shop.test/return',
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
    const again = await readRejection(stripe.paymentIntents.confirm(intent.id));
    expect(again.code).toBe('payment_intent_unexpected_state');
    const cancel = await readRejection(stripe.paymentIntents.cancel(intent.id));
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
    const declined = await confirmIntent(sandbox, intent, number);
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
    const paid = await confirmIntent(sandbox, intent, '4242424242424242');
    expect(paid.body.status).toBe('succeeded');
    expect(paid.body.last_payment_error).toBeNull();
  });

  it('returns the intent with a decline', async () => {
    const error = await readRejection(
      create({
        confirm: true,
        return_url: 'https://shop.test/return',
        payment_method: 'pm_card_visa_chargeDeclined',
      }),
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
    const rejected = await confirmIntent(sandbox, intent, number);
    expect(rejected.status).toBe(402);
    expect(rejected.body.error?.code).toBe(code);
    expect((await stripe.paymentIntents.retrieve(intent.id)).last_payment_error).toBeNull();
  });

  it('declines an off-session payment that requires authentication', async () => {
    const error = await readRejection(
      create({
        confirm: true,
        return_url: 'https://shop.test/return',
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
      const challenged = await confirmIntent(sandbox, intent, number);
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
    const accepted = await confirmIntent(sandbox, intent, '4000000000006116');
    expect(accepted.body.status).toBe('processing');
    const done = await waitFor(async () => {
      const now = await stripe.paymentIntents.retrieve(intent.id);
      return now.status === 'succeeded' && now;
    });
    expect(done.amount_received).toBe(4200);
  });

  it('fails after the settlement delay', async () => {
    const intent = await create();
    await confirmIntent(sandbox, intent, '4000000000006124');
    const done = await waitFor(async () => {
      const now = await stripe.paymentIntents.retrieve(intent.id);
      return now.status === 'requires_payment_method' && now;
    });
    expect(done.last_payment_error?.code).toBe('payment_intent_payment_attempt_failed');
  });

  it('settles at once through the control API', async () => {
    const intent = await create();
    await confirmIntent(sandbox, intent, '4000000000006116');
    const settled = await control(sandbox, `payment_intents/${intent.id}/settle`, {
      outcome: 'failed',
    });
    expect(settled.body.status).toBe('requires_payment_method');
  });
});
