import { describe, expect, it } from 'vitest';
import { catchError } from '../test/catch-error.ts';
import { checkConfirmation, type PricingMode, pricingModes } from './pricing.ts';

const evidenceSha256 = 'a'.repeat(64);
const versions = ['same', 'older', 'newer'] as const;
const subtotals = ['same', 'other', 'omitted'] as const;

type Result = 'accepted' | 'version' | 'amount';

/**
 * Results for a confirmation of the current cart version. Fixed pricing compares the charge,
 * provider_finalized the currency and the merchandise subtotal.
 */
const cases: [PricingMode, 'amount same' | 'amount other', 'eur' | 'usd', string, Result][] = [
  ['fixed', 'amount same', 'eur', 'same', 'accepted'],
  ['fixed', 'amount same', 'eur', 'other', 'accepted'],
  ['fixed', 'amount same', 'eur', 'omitted', 'accepted'],
  ['fixed', 'amount same', 'usd', 'same', 'amount'],
  ['fixed', 'amount same', 'usd', 'other', 'amount'],
  ['fixed', 'amount same', 'usd', 'omitted', 'amount'],
  ['fixed', 'amount other', 'eur', 'same', 'amount'],
  ['fixed', 'amount other', 'eur', 'other', 'amount'],
  ['fixed', 'amount other', 'eur', 'omitted', 'amount'],
  ['fixed', 'amount other', 'usd', 'same', 'amount'],
  ['fixed', 'amount other', 'usd', 'other', 'amount'],
  ['fixed', 'amount other', 'usd', 'omitted', 'amount'],
  ['provider_finalized', 'amount same', 'eur', 'same', 'accepted'],
  ['provider_finalized', 'amount same', 'eur', 'other', 'amount'],
  ['provider_finalized', 'amount same', 'eur', 'omitted', 'amount'],
  ['provider_finalized', 'amount same', 'usd', 'same', 'amount'],
  ['provider_finalized', 'amount same', 'usd', 'other', 'amount'],
  ['provider_finalized', 'amount same', 'usd', 'omitted', 'amount'],
  ['provider_finalized', 'amount other', 'eur', 'same', 'accepted'],
  ['provider_finalized', 'amount other', 'eur', 'other', 'amount'],
  ['provider_finalized', 'amount other', 'eur', 'omitted', 'amount'],
  ['provider_finalized', 'amount other', 'usd', 'same', 'amount'],
  ['provider_finalized', 'amount other', 'usd', 'other', 'amount'],
  ['provider_finalized', 'amount other', 'usd', 'omitted', 'amount'],
];

const results = {
  version: expect.objectContaining({
    code: 'cart_version_conflict',
    message: expect.stringContaining('cart_version must be 7'),
  }),
  amount: expect.objectContaining({
    code: 'provider_amount_mismatch',
    message: expect.stringMatching(/must be .+, not .+\.$/),
  }),
  accepted: undefined,
} as const;

/** The expected subtotal is that of the reservation (4000) or, if omitted, the amount (5000). */
function check(reserved: boolean, version: (typeof versions)[number], row: (typeof cases)[number]) {
  const [pricingMode, amount, currency, subtotal] = row;
  const expectedSubtotal = reserved ? 4000 : 5000;
  return catchError(() =>
    checkConfirmation(
      {
        pricingMode,
        cartVersion: 7,
        amountMinor: 5000,
        currency: 'eur',
        merchandiseSubtotalMinor: reserved ? 4000 : null,
      },
      {
        cartVersion: { same: 7, older: 6, newer: 8 }[version],
        evidenceSha256,
        amountMinor: amount === 'amount same' ? 5000 : 5950,
        currency,
        merchandiseSubtotalMinor:
          subtotal === 'same'
            ? expectedSubtotal
            : subtotal === 'other'
              ? expectedSubtotal + 1
              : null,
      },
    ),
  );
}

describe('checkConfirmation', () => {
  it('is tested with every combination', () => {
    const combinations = new Set(cases.map((row) => row.slice(0, 4).join()));
    expect(combinations.size).toBe(pricingModes.length * 2 * 2 * subtotals.length);
    expect(cases).toHaveLength(combinations.size);
  });

  for (const row of cases) {
    const [mode, amount, currency, subtotal, result] = row;
    it(`returns ${result} for ${mode}: ${amount}, ${currency}, subtotal ${subtotal}`, () => {
      for (const reserved of [true, false]) {
        expect(check(reserved, 'same', row), `reserved: ${reserved}`).toEqual(results[result]);
      }
    });
  }

  it('rejects another cart version before it checks anything else', () => {
    for (const row of cases) {
      for (const version of ['older', 'newer'] as const) {
        expect(check(true, version, row)).toEqual(results.version);
      }
    }
  });

  it('names the accepted values in the message', () => {
    const fixed = check(true, 'same', ['fixed', 'amount other', 'usd', 'same', 'amount']);
    expect(fixed).toMatchObject({
      message: 'amount_minor and currency must be 5000 eur, not 5950 usd.',
    });
    const finalized = check(true, 'same', [
      'provider_finalized',
      'amount other',
      'eur',
      'omitted',
      'amount',
    ]);
    expect(finalized).toMatchObject({
      message: 'merchandise_subtotal_minor must be 4000, not omitted.',
    });
  });
});
