import { waitFor } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  control,
  type Payments,
  payableSession,
  sessionReaches,
  startPayments,
} from './provider.ts';

let payments: Payments;
beforeAll(async () => {
  payments = await startPayments();
});
afterAll(() => payments.stop());

it.each([
  ['won', 'provider_dispute_won', 0],
  ['lost', 'provider_dispute_lost', 4200],
])('a dispute that is %s is in the history, and its amount is up to date', async (...given) => {
  const [outcome, action, disputedMinor] = given;
  const { api, stripe } = payments;
  const { id, intent } = await payableSession(payments);
  await stripe.paymentIntents.confirm(intent.id, {
    payment_method: 'pm_card_visa',
    return_url: 'https://shop.test/return',
  });
  await sessionReaches(api, id, { status: 'paid' });
  const { history, sessions } = api.database.forScope({
    merchantId: api.merchant.id,
    mode: 'test',
  });
  const recorded = (wanted: string) =>
    waitFor(
      async () => {
        const entries = (await history.list(id)).filter((entry) => entry.action === wanted);
        return entries.length === 1 && entries[0]?.reason === '4200 eur';
      },
      { what: `${wanted} in the history` },
    );
  const payment = async () => (await sessions.find(id))?.payments[0];
  await control(payments, `payment_intents/${intent.id}/dispute`);
  await recorded('provider_disputed');
  expect(await payment()).toMatchObject({ disputedMinor: 4200 });
  await control(payments, `payment_intents/${intent.id}/close_dispute`, { outcome });
  await recorded(action);
  expect(await payment()).toMatchObject({ disputedMinor });
});
