import { describe, expect, it } from 'vitest';
import { checkConfirmation, type PricingMode, pricingModes } from './pricing.ts';

const evidenceSha256 = 'a'.repeat(64);
const versions = ['same', 'older', 'newer'] as const;
const subtotals = ['same', 'other', 'left out'] as const;

type Verdict = 'accepted' | 'version' | 'amount';

/**
 * What a confirmation of the current cart version gets. Fixed pricing looks at the charge alone,
 * provider_finalized at currency and merchandise.
 */
const truth: [PricingMode, 'amount same' | 'amount other', 'eur' | 'usd', string, Verdict][] = [
  ['fixed', 'amount same', 'eur', 'same', 'accepted'],
  ['fixed', 'amount same', 'eur', 'other', 'accepted'],
  ['fixed', 'amount same', 'eur', 'left out', 'accepted'],
  ['fixed', 'amount same', 'usd', 'same', 'amount'],
  ['fixed', 'amount same', 'usd', 'other', 'amount'],
  ['fixed', 'amount same', 'usd', 'left out', 'amount'],
  ['fixed', 'amount other', 'eur', 'same', 'amount'],
  ['fixed', 'amount other', 'eur', 'other', 'amount'],
  ['fixed', 'amount other', 'eur', 'left out', 'amount'],
  ['fixed', 'amount other', 'usd', 'same', 'amount'],
  ['fixed', 'amount other', 'usd', 'other', 'amount'],
  ['fixed', 'amount other', 'usd', 'left out', 'amount'],
  ['provider_finalized', 'amount same', 'eur', 'same', 'accepted'],
  ['provider_finalized', 'amount same', 'eur', 'other', 'amount'],
  ['provider_finalized', 'amount same', 'eur', 'left out', 'amount'],
  ['provider_finalized', 'amount same', 'usd', 'same', 'amount'],
  ['provider_finalized', 'amount same', 'usd', 'other', 'amount'],
  ['provider_finalized', 'amount same', 'usd', 'left out', 'amount'],
  ['provider_finalized', 'amount other', 'eur', 'same', 'accepted'],
  ['provider_finalized', 'amount other', 'eur', 'other', 'amount'],
  ['provider_finalized', 'amount other', 'eur', 'left out', 'amount'],
  ['provider_finalized', 'amount other', 'usd', 'same', 'amount'],
  ['provider_finalized', 'amount other', 'usd', 'other', 'amount'],
  ['provider_finalized', 'amount other', 'usd', 'left out', 'amount'],
];

const refusals = {
  version: {
    kind: 'refused',
    code: 'cart_version_conflict',
    message: expect.stringContaining('cart_version must be 7'),
  },
  amount: {
    kind: 'refused',
    code: 'provider_amount_mismatch',
    message: expect.stringMatching(/must be .+, not .+\.$/),
  },
  accepted: { kind: 'accepted' },
} as const;

/** The subtotal is named at the reservation (4000) or is, left out there, the amount (5000). */
function check(named: boolean, version: (typeof versions)[number], row: (typeof truth)[number]) {
  const [pricingMode, amount, currency, subtotal] = row;
  const right = named ? 4000 : 5000;
  return checkConfirmation(
    {
      pricingMode,
      cartVersion: 7,
      amountMinor: 5000,
      currency: 'eur',
      merchandiseSubtotalMinor: named ? 4000 : null,
    },
    {
      cartVersion: { same: 7, older: 6, newer: 8 }[version],
      evidenceSha256,
      amountMinor: amount === 'amount same' ? 5000 : 5950,
      currency,
      merchandiseSubtotalMinor:
        subtotal === 'same' ? right : subtotal === 'other' ? right + 1 : null,
    },
  );
}

describe('checkConfirmation', () => {
  it('is tried on every combination', () => {
    const combinations = new Set(truth.map((row) => row.slice(0, 4).join()));
    expect(combinations.size).toBe(pricingModes.length * 2 * 2 * subtotals.length);
    expect(truth).toHaveLength(combinations.size);
  });

  for (const row of truth) {
    const [mode, amount, currency, subtotal, verdict] = row;
    it(`answers ${verdict} under ${mode}: ${amount}, ${currency}, subtotal ${subtotal}`, () => {
      for (const named of [true, false]) {
        expect(check(named, 'same', row), `named: ${named}`).toEqual(refusals[verdict]);
      }
    });
  }

  it('refuses any other cart version first, whatever else is right or wrong', () => {
    for (const row of truth) {
      for (const version of ['older', 'newer'] as const) {
        expect(check(true, version, row)).toEqual(refusals.version);
      }
    }
  });

  it('names what would be right', () => {
    const fixed = check(true, 'same', ['fixed', 'amount other', 'usd', 'same', 'amount']);
    expect(fixed).toMatchObject({
      message: 'amount_minor and currency must be 5000 eur, not 5950 usd.',
    });
    const finalized = check(true, 'same', [
      'provider_finalized',
      'amount other',
      'eur',
      'left out',
      'amount',
    ]);
    expect(finalized).toMatchObject({
      message: 'merchandise_subtotal_minor must be 4000, not left out.',
    });
  });
});
