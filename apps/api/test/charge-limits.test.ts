import { currencyCodes } from '@parley/domain';
import { findChargeRefusal } from '@parley/provider';
import { expect, it } from 'vitest';
import { checkAmount } from '../../sandbox/src/wire/check-amount.ts';
import { CURRENCIES } from '../../sandbox/src/wire/currencies.ts';

/** Whether the provider simulator takes a charge. */
function isTaken(amountMinor: number, currency: string): boolean {
  try {
    checkAmount(amountMinor, currency);
    return CURRENCIES.has(currency);
  } catch {
    return false;
  }
}

it('the service refuses exactly the charges that the provider simulator refuses', () => {
  // Around the minimums of all currencies, and the limits of eight and more digits.
  const minimums = [1, 30, 50, 100, 200, 250, 300, 400, 1_000, 1_500, 17_500];
  const small = minimums.flatMap((minimum) => [minimum - 1, minimum, minimum + 5]).slice(1);
  const large = [8, 9].flatMap((digits) =>
    [-101, -100, -10, -1, 0, 1, 10, 100].map((offset) => 10 ** digits + offset),
  );
  const amounts = [...small, ...large, 2_147_483_600, 2_147_483_647];
  const different = currencyCodes.flatMap((currency) =>
    amounts
      .filter(
        (amountMinor) =>
          (findChargeRefusal({ amountMinor, currency }) === null) !==
          isTaken(amountMinor, currency),
      )
      .map((amountMinor) => `${amountMinor} ${currency}`),
  );
  expect(different).toEqual([]);
});
