import { presentationStates, type SessionStatus, sessionStatuses } from '@parley/domain';
import { describe, expect, it } from 'vitest';
import { messagesFor } from '../messages.ts';
import { describeOutcome } from './outcome.ts';
import { getStage, isPending, type SessionStage, stages } from './stage.ts';

const facts = {
  presentation_state: 'checkout_available',
  status: 'payer_opened',
  amount_minor: 4200,
  deadline_passed: false,
  payment_received: false,
  subscription: false,
} as const;

describe('getStage', () => {
  it.each([
    ['checkout_available', 'form'],
    ['price_changed', 'form'],
    ['retry_available', 'form'],
    ['action_required', 'action_required'],
    ['processing', 'processing'],
    ['under_review', 'under_review'],
    ['expired', 'expired'],
    ['canceled', 'canceled'],
  ] as const)('maps %s to %s', (presentation_state, stage) => {
    expect(getStage({ ...facts, presentation_state })).toBe(stage);
  });

  it.each([
    ['paid', true, false, 'paid'],
    ['paid', false, false, 'nothing_due'],
    ['provisionable', false, false, 'nothing_due'],
    ['provisioned', true, false, 'paid'],
    ['provisioned', false, false, 'nothing_due'],
    ['provisioned', true, true, 'subscribed'],
    ['provisioning_failed', true, false, 'unfulfilled'],
    ['payer_opened', false, false, 'processing'],
  ] as const)(
    'maps success with status %s, payment received %s, subscription %s to %s',
    (status, payment_received, subscription, stage) => {
      const page = { ...facts, status, payment_received, subscription };
      expect(getStage({ ...page, presentation_state: 'succeeded' })).toBe(stage);
    },
  );

  it('shows no form after the deadline or for an amount of 0', () => {
    for (const presentation_state of ['checkout_available', 'action_required'] as const) {
      expect(getStage({ ...facts, presentation_state, deadline_passed: true })).toBe('expired');
    }
    expect(getStage({ ...facts, amount_minor: 0 })).toBe('nothing_due');
  });

  it('maps a canceled session with a payment to refunding', () => {
    const page = { ...facts, presentation_state: 'canceled', payment_received: true } as const;
    expect(getStage(page)).toBe('refunding');
  });

  it('maps every status and presentation state to a stage', () => {
    const all = sessionStatuses.flatMap((status: SessionStatus) =>
      presentationStates.flatMap((presentation_state) =>
        [true, false].map((payment_received) =>
          getStage({ ...facts, status, presentation_state, payment_received }),
        ),
      ),
    );
    const known = new Set<SessionStage>(all);
    expect([...known].every((stage) => stages.includes(stage))).toBe(true);
  });
});

describe('describeOutcome', () => {
  const { messages } = messagesFor('en');
  const describeStage = (stage: (typeof stages)[number]) =>
    describeOutcome(stage, {
      page: { merchant_name: 'Acme', terms: null },
      amount: '€42.00',
      messages,
    });

  it.each([
    ['paid', 'You paid €42.00.'],
    ['nothing_due', 'You have not been charged. There is nothing to pay now.'],
    ['subscribed', 'Your payment to Acme is complete.'],
    ['unfulfilled', 'You paid €42.00, but your order could not be completed.'],
    ['processing', 'Your payment is being processed.'],
    ['slow', 'Your payment is still being processed.'],
    ['unsure', 'We do not know yet whether you were charged.'],
    ['action_required', 'You have not been charged yet. Confirm with your bank.'],
    ['under_review', 'We received a payment that does not match this order.'],
    ['expired', 'You have not been charged. This payment link has expired.'],
    ['canceled', 'You have not been charged. This payment was canceled.'],
    ['refunding', 'Your payment is being refunded. The order was canceled.'],
    ['waiting', 'You have not been charged. Acme is preparing your payment.'],
    ['card_missing', 'You have not been charged. Your free trial has begun.'],
  ] as const)('the heading of %s says what happened to the money', (stage, heading) => {
    expect(describeStage(stage)?.heading).toBe(heading);
  });

  it('returns null for the form only', () => {
    for (const stage of stages) expect(describeStage(stage) === null).toBe(stage === 'form');
  });

  it('says not to pay again if the payer may have been charged', () => {
    for (const stage of stages.filter((one) => isPending(one) || one === 'under_review')) {
      expect(describeStage(stage)?.text).toContain('Do not pay again');
    }
  });
});
