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
    added_minor: 798,
    adjustments: null,
  });
  expect(receiptView(loadedWith({ merchandiseSubtotalMinor: 4000 })).added_minor).toBe(998);
});

it('the receipt shows tax, shipping and discount only if they are all that was added', () => {
  const parts = { taxMinor: 698, shippingMinor: 500, discountMinor: 400 };
  const adjustments = { tax_minor: 698, shipping_minor: 500, discount_minor: 400 };
  const viewWith = (change: object, attempt: object = {}) =>
    receiptView(loadedWith(attempt, [{ ...payment, ...parts, ...change }]));
  expect(viewWith({})).toMatchObject({ added_minor: 798, adjustments });
  // A tax that the prices include.
  expect(viewWith({ taxMinor: 1_000 })).toMatchObject({ added_minor: 798, adjustments: null });
  expect(viewWith({}, { pricingMode: 'fixed' }).adjustments).toBeNull();
});

it.each([
  ['the price is fixed', { pricingMode: 'fixed' }, [payment]],
  ['the merchant accepted a wrong amount', { status: 'integrity_failed' }, [payment]],
  ['there are two payments', {}, [payment, payment]],
  ['another attempt was paid', {}, [{ ...payment, attemptId: 'pspacq_2' }]],
])('the receipt names no taxes if %s', (_, attempt, payments) => {
  expect(receiptView(loadedWith(attempt, payments)).added_minor).toBeNull();
});

it('the receipt adds no amounts of different currencies', () => {
  const loaded = loadedWith();
  const other = { ...loaded, session: { ...loaded.session, currency: 'usd' } };
  expect(receiptView(other).added_minor).toBeNull();
});
