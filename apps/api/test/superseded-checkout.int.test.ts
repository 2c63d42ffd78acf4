import { afterAll, describe, expect, it } from 'vitest';
import { attemptOptions, hex } from './api.ts';
import { getCode } from './attempt-stages.ts';
import { type Path, paths, prepared } from './paths.ts';
import { readIntentId, sessionReaches, settlePayment, startPayments } from './provider.ts';
import { expectMoneyRecorded, readPayments } from './recorded-money.ts';

const payments = await startPayments();
afterAll(() => payments.stop());
const { api, stripe } = payments;
const [, checkoutPath] = paths as readonly [Path, Path];
const replacement = { provider_options_fingerprint: hex('b'), integration_path: 'payment_intent' };

/** A session whose attempt failed and was superseded, which closes the payment intent of its checkout session. */
async function superseded() {
  const made = await prepared(payments, checkoutPath, { scenario: 'settle_later_fail' });
  await made.pay('pm_card_visa');
  await sessionReaches(api, made.id, { status: 'payment_processing' });
  await settlePayment(payments, made.rootId);
  await sessionReaches(api, made.id, { current_acquisition_attempt: { status: 'failed' } });
  const [{ version }] = (await api.get(made.attemptsPath)).body.data;
  const { status } = await api.post(`${made.attemptPath}/supersede`, {
    expected_version: version,
    reason: 'debit_failed',
    replacement,
  });
  expect(status).toBe(200);
  const intentId = await readIntentId(payments, made.rootId);
  const intent = await stripe.paymentIntents.retrieve(intentId);
  expect(intent.status).toBe('canceled');
  return made;
}

const replaceCart = (id: string, amount_minor: number, currency: string) =>
  api.call('PUT', `/proxy_sessions/${id}/cart`, {
    amount_minor,
    currency,
    cart_snapshot: {},
    expected_cart_version: 1,
  });

describe('after an attempt with a checkout session was superseded', () => {
  it('the currency stays locked', async () => {
    const { id } = await superseded();
    const inDollars = await replaceCart(id, 4200, 'usd');
    expect(getCode(inDollars)).toEqual([409, 'currency_locked']);
    expect((await replaceCart(id, 4200, 'eur')).status).toBe(200);
  });

  it('a cart that costs nothing completes the session when it is reserved', async () => {
    const { id, attemptsPath } = await superseded();
    expect((await replaceCart(id, 0, 'eur')).status).toBe(200);
    const { status } = await api.post(attemptsPath, { ...attemptOptions, ...replacement });
    expect(status).toBe(200);
    await sessionReaches(api, id, { status: 'provisionable' });
    expect(await readPayments(api, id)).toEqual([]);
  });
});

it('records a payment for every event that shows money taken for an attempt', () =>
  expectMoneyRecorded(payments));
