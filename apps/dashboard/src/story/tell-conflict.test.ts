import type { AcquisitionAttempt, MerchantSession } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { inMoney } from './in-money.ts';
import { tellConflict, tellUnrefunded } from './tell-conflict.ts';

const session = (final: number) =>
  ({
    requested: { amount_minor: 4200, currency: 'eur' },
    final: { amount_minor: final, currency: 'eur' },
  }) as MerchantSession;

const attempt = (number: number, status: string, reason: string | null, confirmed = 4200) =>
  ({
    id: `pspacq_${number}`,
    attempt_number: number,
    status,
    status_reason: reason,
    provider_confirmed_amount_minor: confirmed,
    provider_confirmed_currency: 'eur',
  }) as AcquisitionAttempt;

describe('a conflict', () => {
  it('sets what was asked against what was taken', () => {
    const attempts = [
      attempt(1, 'failed', null),
      attempt(2, 'integrity_failed', 'amount_mismatch'),
    ];
    expect(tellConflict({ session: session(4199), attempts })).toEqual({
      asked: '€42.00',
      twice: false,
      taken: [
        {
          attemptId: 'pspacq_2',
          attempt: 'Attempt 2',
          amount: '€41.99',
          why: 'another amount than was asked for',
        },
      ],
    });
  });

  it('shows both payments where there are two', () => {
    const attempts = [
      attempt(1, 'succeeded', null),
      attempt(2, 'integrity_failed', 'second_payment'),
    ];
    const { taken, twice } = tellConflict({ session: session(4200), attempts });
    expect(twice).toBe(true);
    expect(taken.map(({ amount, why }) => [amount, why])).toEqual([
      ['€42.00', 'the amount that was asked for'],
      ['€42.00', 'one payment too many'],
    ]);
  });
});

it('says in money what was not refunded', () => {
  expect(
    tellUnrefunded(
      'The provider shows 0 of 4199 eur (minor units) as refunded. Refund the rest there, or send x.',
    ),
  ).toBe(
    'The provider shows nothing of €41.99 as refunded. Refund the rest there first, or say that it went back another way.',
  );
  expect(tellUnrefunded('Something else.')).toBe('Something else.');
  expect(inMoney('4200 eur, 570 jpy')).toBe('€42.00, ¥570');
});
