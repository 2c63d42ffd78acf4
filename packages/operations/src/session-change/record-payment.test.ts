import type { PaymentRecord } from '@parley/db';
import type { ProviderDispute, ProviderPaymentState } from '@parley/provider';
import { expect, it } from 'vitest';
import { recordPaymentState } from './record-payment.ts';
import type { SessionChange } from './session-change.ts';

const now = new Date('2026-11-22T12:00:00.000Z');
const before = new Date('2026-11-21T12:00:00.000Z');
const undisputed = {
  disputeId: null,
  disputeStatus: null,
  disputeReason: null,
  disputeDueBy: null,
  disputeOpenedAt: null,
  disputeClosedAt: null,
};
const recorded = {
  providerObjectId: 'cs_1',
  providerObjectType: 'checkout.session',
  amountMinor: 4200,
  currency: 'eur',
  refundedMinor: 100,
  disputedMinor: 0,
  ...undisputed,
  capturedAt: before,
  updatedAt: before,
} as PaymentRecord;
const other = { ...recorded, providerObjectId: 'cs_2', refundedMinor: 0 };

const dispute = (status: string, id = 'dp_1'): ProviderDispute => ({
  id,
  status,
  reason: 'fraudulent',
  dueBy: null,
  openedAt: before,
});
const disputed = (status: string, id = 'dp_1') => ({
  disputeId: id,
  disputeStatus: status,
  disputeReason: 'fraudulent',
  disputeDueBy: null,
  disputeOpenedAt: before,
});

/** What was recorded when the provider showed this state of a payment. */
function recordState(change: Partial<ProviderPaymentState>, payment: PaymentRecord = recorded) {
  const events: string[] = [];
  const session = { paymentStatus: 'partially_refunded' };
  const fake = {
    now,
    session,
    state: { payments: [payment, other] },
    patchSession: (patch: object) => Object.assign(session, patch),
    emit: (type: string) => events.push(type),
    command: () => 'unchanged',
    applyFact: () => undefined,
  } as unknown as SessionChange;
  recordPaymentState(fake, payment, {
    id: 'cs_1',
    type: 'checkout.session',
    amountMinor: 4200,
    currency: 'eur',
    capturedAt: now,
    refundedMinor: 100,
    disputedMinor: 0,
    dispute: null,
    ...change,
  });
  return { payments: fake.state.payments, status: session.paymentStatus, events };
}

it.each<[Partial<ProviderPaymentState>, Partial<PaymentRecord>]>([
  [
    { id: 'pi_1', type: 'payment_intent' },
    { providerObjectId: 'pi_1', providerObjectType: 'payment_intent' },
  ],
  [{ amountMinor: 4300 }, { amountMinor: 4300 }],
  [{ refundedMinor: 0 }, { refundedMinor: 0 }],
  [{ disputedMinor: 4200 }, { disputedMinor: 4200 }],
  [
    { disputedMinor: 4200, dispute: dispute('needs_response') },
    { disputedMinor: 4200, ...disputed('needs_response') },
  ],
])('a payment is recorded again when the provider shows %j', (change, columns) => {
  expect(recordState(change).payments).toEqual([
    { ...recorded, ...columns, updatedAt: now },
    other,
  ]);
});

it('a payment that the provider shows as it is recorded is not written', () => {
  expect(recordState({}).payments[0]).toBe(recorded);
});

const open = { disputedMinor: 4200, ...disputed('needs_response') };
const inquiry = disputed('warning_needs_response');
const won = { ...disputed('won'), disputeClosedAt: before };

it.each<[string, Partial<PaymentRecord>, Partial<ProviderPaymentState>, string[], string]>([
  ['a refund', {}, { refundedMinor: 200 }, ['payment.refunded'], 'partially_refunded'],
  ['a refund that failed', {}, { refundedMinor: 0 }, ['payment.refund_failed'], 'paid'],
  [
    'a dispute',
    {},
    { disputedMinor: 4200, dispute: dispute('needs_response') },
    ['payment.disputed'],
    'disputed',
  ],
  [
    'evidence',
    open,
    { disputedMinor: 4200, dispute: dispute('under_review') },
    [],
    'dispute_under_review',
  ],
  [
    'a won dispute',
    open,
    { dispute: dispute('won') },
    ['payment.dispute_closed'],
    'partially_refunded',
  ],
  [
    'a lost dispute',
    open,
    { disputedMinor: 4200, dispute: dispute('lost') },
    ['payment.dispute_closed'],
    'paid',
  ],
  [
    'a won dispute that is lost after all',
    won,
    { disputedMinor: 4200, dispute: dispute('lost') },
    ['payment.dispute_closed'],
    'paid',
  ],
  [
    'a lost dispute that is won after all',
    { disputedMinor: 4200, ...disputed('lost'), disputeClosedAt: before },
    { dispute: dispute('won') },
    ['payment.dispute_closed'],
    'partially_refunded',
  ],
  ['a dispute that was won long ago', won, { dispute: dispute('won') }, [], 'partially_refunded'],
  [
    'a further dispute',
    won,
    { disputedMinor: 4200, dispute: dispute('needs_response', 'dp_2') },
    ['payment.disputed'],
    'disputed',
  ],
  [
    'a dispute that was opened and won meanwhile',
    {},
    { dispute: dispute('won') },
    ['payment.dispute_closed'],
    'partially_refunded',
  ],
  [
    'an inquiry',
    {},
    { dispute: dispute('warning_needs_response') },
    ['payment.disputed'],
    'inquiry',
  ],
  [
    'an inquiry that was closed',
    inquiry,
    { dispute: dispute('warning_closed') },
    ['payment.dispute_closed'],
    'partially_refunded',
  ],
  [
    'an inquiry that became a dispute',
    inquiry,
    { disputedMinor: 4100, dispute: dispute('needs_response') },
    ['payment.disputed'],
    'disputed',
  ],
  [
    'a refund and a dispute',
    {},
    { refundedMinor: 200, disputedMinor: 4000, dispute: dispute('needs_response') },
    ['payment.refunded', 'payment.disputed'],
    'disputed',
  ],
])(
  '%s is reported by its events, and the session has its status',
  (_name, columns, state, events, status) => {
    expect(recordState(state, { ...recorded, ...columns })).toMatchObject({ events, status });
  },
);
