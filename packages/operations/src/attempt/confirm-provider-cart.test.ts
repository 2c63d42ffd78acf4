import type { AttemptRecord } from '@parley/db';
import { expect, it } from 'vitest';
import { isConfirmedAs, toConfirmation } from './confirm-provider-cart.ts';

const input = {
  amount_minor: 4998,
  cart_version: 2,
  currency: 'eur',
  evidence_sha256: 'e'.repeat(64),
  merchandise_subtotal_minor: 4200,
};
const attempt = {
  confirmedAmountMinor: 4998,
  confirmedCartVersion: 2,
  confirmedCurrency: 'eur',
  confirmedEvidenceSha256: 'e'.repeat(64),
  confirmedMerchandiseSubtotalMinor: 4200,
} as AttemptRecord;

it('a confirmation equals the recorded one only if every value is equal', () => {
  expect(isConfirmedAs(attempt, toConfirmation(input))).toBe(true);
  for (const change of [
    { amount_minor: 4999 },
    { cart_version: 3 },
    { currency: 'usd' },
    { evidence_sha256: 'f'.repeat(64) },
    { merchandise_subtotal_minor: undefined },
  ]) {
    const given = toConfirmation({ ...input, ...change });
    expect([change, isConfirmedAs(attempt, given)]).toEqual([change, false]);
  }
});
