import type { LoadedSession } from '@parley/db';
import { expect, it } from 'vitest';
import { receiptView } from './receipt.ts';

const payment = {
  attemptId: 'pspacq_1',
  amountMinor: 4998,
  currency: 'eur',
  refundedMinor: 100,
  disputedMinor: 0,
  taxMinor: null,
  shippingMinor: null,
  discountMinor: null,
  capturedAt: new Date('2026-11-22T12:00:00.000Z'),
};

const loadedWith = (attempt: object = {}, payments: readonly object[] = [payment]) =>
  ({
    session: {
      id: 'psess_1',
      status: 'paid',
      amountMinor: 4200,
      currency: 'eur',
      finalAmountMinor: 4998,
      finalCurrency: 'eur',
      declineCount: 0,
      lastDeclinedAt: null,
      challengePassedAt: null,
      conflictSince: null,
      expiresAt: new Date('2026-11-22T13:00:00.000Z'),
    },
    attempt: { id: 'pspacq_1', status: 'succeeded', pricingMode: 'provider_finalized', ...attempt },
    merchantName: 'Nordlicht Coffee',
    cartSnapshot: {},
    payments,
    now: new Date('2026-11-22T12:30:00.000Z'),
  }) as unknown as LoadedSession;

it('the receipt shows what was taken and returned, and what the provider added to the merchandise', () => {
  expect(receiptView(loadedWith())).toMatchObject({
    payments: [
      {
        amount_minor: 4998,
        currency: 'eur',
        refunded_minor: 100,
        disputed_minor: 0,
        paid_at: '2026-11-22T12:00:00.000Z',
      },
    ],
    page: { breakdown: { subtotal_minor: 4200, added_minor: 798, adjustments: null } },
  });
});
