import type { PaymentRecord } from '@parley/db';
import type { ProviderPaymentState } from '@parley/provider';
import { expect, it } from 'vitest';
import { recordPaymentState } from './record-payment.ts';
import type { SessionChange } from './session-change.ts';

const now = new Date('2026-11-22T12:00:00.000Z');
const recorded = {
  providerObjectId: 'cs_1',
  providerObjectType: 'checkout.session',
  amountMinor: 4200,
  currency: 'eur',
  refundedMinor: 100,
  disputedMinor: 0,
} as PaymentRecord;
const other = { ...recorded, providerObjectId: 'cs_2' };

/** The payments after the provider showed this state of the first one. */
function paymentsAfter(change: Partial<ProviderPaymentState>) {
  const payments = [recorded, other];
  const session = { now, loaded: { payments } } as unknown as SessionChange;
  recordPaymentState(session, recorded, {
    id: 'cs_1',
    type: 'checkout.session',
    amountMinor: 4200,
    currency: 'eur',
    capturedAt: now,
    refundedMinor: 100,
    disputedMinor: 0,
    ...change,
  });
  return session.loaded.payments;
}

it.each<[Partial<ProviderPaymentState>, Partial<PaymentRecord>]>([
  [
    { id: 'pi_1', type: 'payment_intent' },
    { providerObjectId: 'pi_1', providerObjectType: 'payment_intent' },
  ],
  [{ amountMinor: 4300 }, { amountMinor: 4300 }],
  [{ refundedMinor: 0 }, { refundedMinor: 0 }],
  [{ disputedMinor: 4200 }, { disputedMinor: 4200 }],
])('a payment is recorded again when the provider shows %j', (change, columns) => {
  expect(paymentsAfter(change)).toEqual([{ ...recorded, ...columns, updatedAt: now }, other]);
});

it('a payment that the provider shows as it is recorded is not written', () => {
  expect(paymentsAfter({})[0]).toBe(recorded);
});
