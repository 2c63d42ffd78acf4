import { afterAll, describe, expect, it } from 'vitest';
import { attemptOptions, confirmation, hex, order } from './api.ts';
import { getAttempts } from './attempt-stages.ts';
import { createAttach } from './paths.ts';
import { sessionReaches, startPayments } from './provider.ts';
import { expectMoneyRecorded, readPayments } from './recorded-money.ts';

const payments = await startPayments();
afterAll(() => payments.stop());
const { api, stripe } = payments;

const SUBTOTAL_MINOR = 3000;

interface Created {
  readonly type: string;
  readonly id: string;
  /** Minor units. */
  readonly total: number;
  readonly pay: () => Promise<unknown>;
}
type Create = (metadata: Record<string, string>) => Promise<Created>;

/** A payment intent of this total, to which the merchant's server has added taxes or a discount. */
const getIntent =
  (total: number): Create =>
  async (metadata) => {
    const { id } = await stripe.paymentIntents.create({ amount: total, currency: 'eur', metadata });
    const pay = () =>
      stripe.paymentIntents.confirm(id, {
        payment_method: 'pm_card_visa',
        return_url: 'https://shop.test/return',
      });
    return { type: 'payment_intent', id, total, pay };
  };

/** A checkout session to which the provider adds taxes. */
const taxedCheckout: Create = async (metadata) => {
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    metadata: { ...metadata, sandbox_scenario: 'taxes' },
    success_url: 'https://shop.test/thanks',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'eur',
          unit_amount: SUBTOTAL_MINOR,
          product_data: { name: 'Coffee' },
        },
      },
    ],
  });
  const pay = () =>
    fetch(`${payments.account.apiUrl}/v1/payment_pages/${session.id}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({
        key: payments.account.publishableKey,
        email: 'ada@example.com',
        payment_method: 'pm_card_visa',
      }),
    });
  return { type: 'checkout.session', id: session.id, total: session.amount_total ?? 0, pay };
};

/** A session whose object is confirmed for the first cart. */
async function confirmed(integration_path: string, create: Create) {
  const { id } = (await api.post('/proxy_sessions', { ...order, amount_minor: SUBTOTAL_MINOR }))
    .body;
  await api.post(`/proxy_sessions/${id}/payer_opened`);
  const { body } = await api.post(getAttempts(id), {
    ...attemptOptions,
    integration_path,
    pricing_mode: 'provider_finalized',
    merchandise_subtotal_minor: SUBTOTAL_MINOR,
  });
  const { acquisition_attempt: attempt, provider } = body;
  const object = await create(provider.metadata);
  await createAttach(api, attempt)('root', object.type, object.id, {
    provider_confirmation: {
      ...confirmation,
      amount_minor: object.total,
      merchandise_subtotal_minor: SUBTOTAL_MINOR,
      evidence_sha256: hex('c'),
    },
  });
  return { id: id as string, attemptId: attempt.id as string, object };
}

async function replaceCart(id: string, amount_minor: number): Promise<void> {
  const { status } = await api.call('PUT', `/proxy_sessions/${id}/cart`, {
    amount_minor,
    currency: 'eur',
    cart_snapshot: { lines: [{ name: 'Tea', quantity: 1, amount_minor }] },
    expected_cart_version: 1,
  });
  expect(status).toBe(200);
}

const objects = [
  ['payment intent with taxes', 'payment_intent', getIntent(4200)],
  ['payment intent with a discount', 'payment_intent', getIntent(2700)],
  ['checkout session with taxes', 'checkout_session', taxedCheckout],
] as const;

describe.each(objects)('under provider_finalized pricing, a confirmed %s', (_, path, create) => {
  it('is a conflict if it is paid after the cart was replaced by one that costs its total', async () => {
    const { id, attemptId, object } = await confirmed(path, create);
    await replaceCart(id, object.total);
    await object.pay();
    await sessionReaches(api, id, {
      status: 'payment_conflicted',
      completed_acquisition_attempt_id: null,
      current_acquisition_attempt: { status: 'integrity_failed' },
    });
    expect(await readPayments(api, id)).toMatchObject([{ attemptId, amountMinor: object.total }]);
  });

  it('pays the cart that it was confirmed for', async () => {
    const { id, attemptId, object } = await confirmed(path, create);
    await object.pay();
    await sessionReaches(api, id, {
      status: 'paid',
      completed_acquisition_attempt_id: attemptId,
      final: { amount_minor: object.total },
    });
  });
});

it('is a conflict if the replaced cart has the same merchandise subtotal as the new one, which was not confirmed', async () => {
  const { id, object } = await confirmed('checkout_session', taxedCheckout);
  await replaceCart(id, SUBTOTAL_MINOR);
  await object.pay();
  await sessionReaches(api, id, { status: 'payment_conflicted' });
});

it('records a payment for every event that shows money taken for an attempt', () =>
  expectMoneyRecorded(payments));
