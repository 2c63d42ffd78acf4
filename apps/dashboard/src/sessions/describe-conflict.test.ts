import { money } from '@parley/ui/money';
import { describe, expect, it } from 'vitest';
import { formatMinorUnits } from '#format/explain-reason.ts';
import { translator } from '#test/translator.ts';
import { describeConflict, describeUnrefunded } from './describe-conflict.ts';
import type { Attempt, Payment, SessionTimeline } from './session-timeline.ts';

const session = {
  requested: { amount_minor: 4200, currency: 'eur' },
} as SessionTimeline['session'];

const attempts = [1, 2].map(
  (number) => ({ id: `pspacq_${number}`, attempt_number: number }) as Attempt,
);
const payment = (number: number, amount_minor: number, currency = 'eur') =>
  ({
    provider_object_id: `pi_${number}`,
    attempt_id: `pspacq_${number}`,
    amount_minor,
    currency,
    refunded_minor: 0,
    disputed_minor: 0,
  }) as Payment;

describe('describeConflict', () => {
  it.each([
    [4199, 'eur', '€41.99', 'differentAmount'],
    [4200, 'usd', '$42.00', 'differentCurrency'],
    [4200, 'eur', '€42.00', 'same'],
  ])(
    'compares the requested amount with a payment of %i %s',
    (minor, currency, amount, comparison) => {
      const payments = [payment(2, minor, currency)];
      expect(describeConflict(money, { session, attempts, payments })).toEqual({
        requested: '€42.00',
        kept: [amount],
        payments: [{ id: 'pi_2', attemptNumber: 2, amount, comparison }],
      });
    },
  );

  it('lists every payment with the amount that it took', () => {
    const conflict = describeConflict(money, {
      session,
      attempts,
      payments: [payment(1, 4200), { ...payment(2, 4300), refunded_minor: 4300 }, payment(3, 4100)],
    });
    expect(conflict.kept).toEqual(['€42.00', '€41.00']);
    expect(conflict.payments.map(({ amount, comparison }) => [amount, comparison])).toEqual([
      ['€42.00', 'same'],
      ['€43.00', 'further'],
      ['€41.00', 'further'],
    ]);
  });
});

it('formats the amounts of an incomplete refund', () => {
  expect(
    describeUnrefunded(
      translator('sessionPage'),
      money,
      'The provider shows 0 eur of 4199 eur (minor units) as refunded. Refund the rest there, or send x.',
      'provider_amount_mismatch',
    ),
  ).toBe(
    'The provider shows no refund of the €41.99. Refund it there first, or select that it was refunded another way.',
  );
  expect(describeUnrefunded(translator('sessionPage'), money, 'Something else.', 'conflict')).toBe(
    'Something else.',
  );
  expect(formatMinorUnits(money, '4200 eur, 570 jpy')).toBe('€42.00, ¥570');
});

it.each([
  [
    'en',
    'Still running at the provider: sub_1, sub_2. Cancel each subscription there first, then try again.',
  ],
  [
    'de',
    'Beim Anbieter läuft noch: sub_1, sub_2. Kündigen Sie dort zuerst jedes Abonnement und versuchen Sie es dann noch einmal.',
  ],
] as const)('names the subscriptions that still run: %s', (locale, expected) => {
  const message =
    'Still running at the provider: sub_1, sub_2. Cancel each subscription there, then send the request again.';
  expect(
    describeUnrefunded(translator('sessionPage', locale), money, message, 'subscription_running'),
  ).toBe(expected);
});
