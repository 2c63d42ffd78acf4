import { describe, expect, it } from 'vitest';
import {
  getPaymentStatus,
  isAwaitingFulfillment,
  isDisputeWon,
  isFulfillable,
  needsDisputeResponse,
  type PaymentStatus,
  paymentStatuses,
  type ReturnedMoney,
  rankDispute,
  withoutInquiry,
} from './payment-status.ts';
import { sessionStatuses } from './session.ts';

const payment = (change: Partial<ReturnedMoney> = {}): ReturnedMoney => ({
  amountMinor: 4200,
  refundedMinor: 0,
  disputedMinor: 0,
  disputeStatus: null,
  ...change,
});

const refunded = payment({ refundedMinor: 4200 });
const disputed = payment({ disputedMinor: 4200, disputeStatus: 'needs_response' });
const lost = payment({ disputedMinor: 4200, disputeStatus: 'lost' });

const cases: [string, ReturnedMoney[], PaymentStatus][] = [
  ['no payment', [], 'unpaid'],
  ['a payment', [payment()], 'paid'],
  ['a partial refund', [payment({ refundedMinor: 1 })], 'partially_refunded'],
  ['a full refund', [refunded], 'refunded'],
  ['a dispute', [disputed], 'disputed'],
  [
    'a dispute of a part',
    [payment({ disputedMinor: 1, disputeStatus: 'needs_response' })],
    'disputed',
  ],
  [
    'an inquiry, which withdraws no money',
    [payment({ disputeStatus: 'warning_needs_response' })],
    'inquiry',
  ],
  [
    'an inquiry about a payment of which a part was refunded',
    [payment({ refundedMinor: 1, disputeStatus: 'warning_needs_response' })],
    'inquiry',
  ],
  [
    'an inquiry about a refunded payment',
    [payment({ refundedMinor: 4200, disputeStatus: 'warning_needs_response' })],
    'refunded',
  ],
  ['an inquiry with a response', [payment({ disputeStatus: 'warning_under_review' })], 'paid'],
  [
    'an inquiry and a dispute of another payment',
    [payment({ disputeStatus: 'warning_needs_response' }), disputed],
    'disputed',
  ],
  ['a dispute of unknown status', [payment({ disputedMinor: 4200 })], 'disputed'],
  [
    'a dispute with evidence',
    [payment({ disputedMinor: 4200, disputeStatus: 'under_review' })],
    'dispute_under_review',
  ],
  ['a won dispute', [payment({ disputeStatus: 'won' })], 'paid'],
  ['a closed inquiry', [payment({ disputeStatus: 'warning_closed' })], 'paid'],
  ['a lost dispute', [lost], 'dispute_lost'],
  [
    'a lost dispute of a part',
    [payment({ disputedMinor: 1, disputeStatus: 'lost' })],
    'partially_refunded',
  ],
  [
    'a refund of a part and a lost dispute of the rest',
    [payment({ refundedMinor: 200, disputedMinor: 4000, disputeStatus: 'lost' })],
    'dispute_lost',
  ],
  ['a second payment that was refunded', [payment(), refunded], 'paid'],
  ['two payments that were refunded', [refunded, refunded], 'refunded'],
  ['a dispute of a second payment', [payment(), disputed], 'disputed'],
];

describe('the status of payments', () => {
  it.each(cases)('with %s', (_name, payments, status) => {
    expect(getPaymentStatus(payments)).toBe(status);
  });

  it('is covered by these cases', () => {
    expect(new Set(cases.map(([, , status]) => status))).toEqual(new Set(paymentStatuses));
  });
});

it('a dispute waits for a response until evidence was submitted or it was closed', () => {
  const waiting = ['needs_response', 'warning_needs_response', 'added_later'];
  const others = [
    'under_review',
    'warning_under_review',
    'lost',
    'won',
    'warning_closed',
    'prevented',
  ];
  expect([...waiting, ...others].filter(needsDisputeResponse)).toEqual(waiting);
  expect(others.filter(isDisputeWon)).toEqual(['won', 'warning_closed', 'prevented']);
});

it('a dispute that waits for a response comes before an inquiry, and both before closed disputes', () => {
  const sorted = ['needs_response', 'warning_needs_response', 'under_review', 'lost', 'won'];
  expect(sorted.toReversed().toSorted((a, b) => rankDispute(a) - rankDispute(b))).toEqual(sorted);
});

it.each(sessionStatuses)(
  'an order of a session with status %s is fulfilled only for money that is kept',
  (status) => {
    const isUnprovisioned = status === 'paid' || status === 'provisionable';
    expect(isAwaitingFulfillment(status)).toBe(isUnprovisioned);
    const fulfillable = paymentStatuses.filter((payment) => isFulfillable(status, payment));
    const kept = ['unpaid', 'paid', 'partially_refunded', 'inquiry'];
    const returned = status === 'provisionable' ? ['refunded', 'dispute_lost'] : [];
    expect(fulfillable.toSorted()).toEqual(
      isUnprovisioned ? [...kept, ...returned].toSorted() : [],
    );
  },
);

it('without an inquiry, a payment is paid or refunded in part', () => {
  expect(withoutInquiry('inquiry', 0)).toBe('paid');
  expect(withoutInquiry('inquiry', 1)).toBe('partially_refunded');
  const others = paymentStatuses.filter((status) => status !== 'inquiry');
  expect(others.map((status) => withoutInquiry(status, 1))).toEqual(others);
});
