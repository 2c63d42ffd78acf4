import type { ProviderRoot } from '@parley/provider';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getRoot, type Operations, startOperations, succeededWith } from '../../test/operations.ts';
import { changeSession } from '../session-change/change-session.ts';
import { settleRoot } from './settle-attempt.ts';

let ops: Operations;
beforeAll(async () => {
  ops = await startOperations();
});
afterAll(() => ops.close());

/** Settles a session whose merchandise subtotal is 42.00. */
async function settled(pricing_mode: 'fixed' | 'provider_finalized', root: Partial<ProviderRoot>) {
  const { id } = await ops.session();
  await ops.reserve(id, { pricing_mode, merchandise_subtotal_minor: 4200 });
  const paid = succeededWith(4998);
  const adjustments = { taxMinor: 698, shippingMinor: 500, discountMinor: 400 };
  const outcome = { ...paid, taken: { ...paid.taken, adjustments } };
  const read = { ...getRoot(`pi_${id}`, outcome), ...root };
  await changeSession(ops.deps, ops.caller, id, (change) =>
    settleRoot(change, change.attempt, read),
  );
  const { session, payments } = await ops.read(id);
  expect(payments.map((one) => [one.taxMinor, one.shippingMinor, one.discountMinor])).toEqual([
    [698, 500, 400],
  ]);
  return [session.status, session.finalAmountMinor];
}

const taxed = {
  charge: { amountMinor: 4998, currency: 'eur' },
  merchandiseSubtotalMinor: 4200,
};

describe('a payment with taxes that the provider added', () => {
  it('pays the session when the merchandise subtotal matches', async () => {
    expect(await settled('provider_finalized', taxed)).toEqual(['paid', 4998]);
  });

  it.each<[string, 'fixed' | 'provider_finalized', Partial<ProviderRoot>]>([
    ['under fixed pricing', 'fixed', taxed],
    [
      'when the merchandise subtotal differs',
      'provider_finalized',
      { ...taxed, merchandiseSubtotalMinor: 4100 },
    ],
    [
      'without a merchandise subtotal',
      'provider_finalized',
      { ...taxed, merchandiseSubtotalMinor: null },
    ],
    [
      'when only a part of the total was taken',
      'provider_finalized',
      { ...taxed, charge: { amountMinor: 4999, currency: 'eur' } },
    ],
  ])('is a conflict %s', async (_, pricing, root) => {
    expect(await settled(pricing, root)).toEqual(['payment_conflicted', 4998]);
  });
});
