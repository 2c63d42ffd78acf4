import { afterAll, expect, it } from 'vitest';
import { hex } from './api.ts';
import { codeOf } from './attempt-stages.ts';
import { type Path, paths, prepared } from './paths.ts';
import { intentIdOf, sessionReaches, settlePayment, startPayments } from './provider.ts';
import { expectMoneyRecorded } from './recorded-money.ts';

const payments = await startPayments();
afterAll(() => payments.stop());
const { api, stripe } = payments;
const [, checkoutPath] = paths as readonly [Path, Path];

it('keeps the currency after an attempt was superseded whose checkout session can still be paid', async () => {
  const made = await prepared(payments, checkoutPath, { scenario: 'settle_later_fail' });
  await made.pay('pm_card_visa');
  await sessionReaches(api, made.id, { status: 'payment_processing' });
  await settlePayment(payments, made.rootId);
  await sessionReaches(api, made.id, { current_acquisition_attempt: { status: 'failed' } });
  const [{ version }] = (await api.get(made.attemptsPath)).body.data;
  const superseded = await api.post(`${made.attemptPath}/supersede`, {
    expected_version: version,
    reason: 'debit_failed',
    replacement: { integration_path: 'payment_intent', provider_options_fingerprint: hex('b') },
  });
  expect(superseded.status).toBe(200);
  // The provider closes neither a completed checkout session nor its payment intent.
  const intentId = await intentIdOf(payments, made.rootId);
  const { status } = await stripe.paymentIntents.retrieve(intentId);
  expect(status).toBe('requires_payment_method');
  const cart = { amount_minor: 4200, cart_snapshot: {}, expected_cart_version: 1 };
  const path = `/proxy_sessions/${made.id}/cart`;
  const inDollars = await api.call('PUT', path, { ...cart, currency: 'usd' });
  expect(codeOf(inDollars)).toEqual([409, 'currency_locked']);
  expect((await api.call('PUT', path, { ...cart, currency: 'eur' })).status).toBe(200);
});

it('records a payment for every event that shows money taken for an attempt', () =>
  expectMoneyRecorded(payments));
