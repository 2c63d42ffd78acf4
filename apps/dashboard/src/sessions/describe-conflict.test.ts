import { describe, expect, it } from 'vitest';
import { describeConflict, describeUnrefunded } from './describe-conflict.ts';
import { formatMinorUnits } from './explain-reason.ts';
import type { Attempt, SessionTimeline } from './session-timeline.ts';

const session = (final: number) =>
  ({
    requested: { amount_minor: 4200, currency: 'eur' },
    final: { amount_minor: final, currency: 'eur' },
  }) as SessionTimeline['session'];

const attempt = (number: number, status: string, reason: string | null, confirmed = 4200) =>
  ({
    id: `pspacq_${number}`,
    attempt_number: number,
    status,
    status_reason: reason,
    provider_confirmed_amount_minor: confirmed,
    provider_confirmed_currency: 'eur',
  }) as Attempt;

describe('describeConflict', () => {
  it('compares the requested amount with the payment', () => {
    const attempts = [
      attempt(1, 'failed', null),
      attempt(2, 'integrity_failed', 'amount_mismatch'),
    ];
    expect(describeConflict({ session: session(4199), attempts })).toEqual({
      requested: '€42.00',
      multiple: false,
      payments: [
        {
          attemptId: 'pspacq_2',
          attempt: 'Attempt 2',
          amount: '€41.99',
          comparison: 'a different amount',
        },
      ],
    });
  });

  it('lists both payments if there are two', () => {
    const attempts = [
      attempt(1, 'succeeded', null),
      attempt(2, 'integrity_failed', 'second_payment'),
    ];
    const { payments, multiple } = describeConflict({ session: session(4200), attempts });
    expect(multiple).toBe(true);
    expect(payments.map(({ amount, comparison }) => [amount, comparison])).toEqual([
      ['€42.00', 'the requested amount'],
      ['€42.00', 'a second payment'],
    ]);
  });
});

it('formats the amounts of an incomplete refund', () => {
  expect(
    describeUnrefunded(
      'The provider shows 0 of 4199 eur (minor units) as refunded. Refund the rest there, or send x.',
    ),
  ).toBe(
    'The provider shows nothing of €41.99 as refunded. Refund the rest there first, or select that it was refunded in another way.',
  );
  expect(describeUnrefunded('Something else.')).toBe('Something else.');
  expect(formatMinorUnits('4200 eur, 570 jpy')).toBe('€42.00, ¥570');
});
