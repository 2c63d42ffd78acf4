import { presentationStates, type SessionStatus, sessionStatuses } from '@parley/domain';
import { describe, expect, it } from 'vitest';
import { wordsFor } from '../words.ts';
import { outcomeOf } from './outcome.ts';
import { isPending, type KnownStage, stageOf, stages } from './stage.ts';

const facts = {
  presentation_state: 'checkout_available',
  status: 'payer_opened',
  amount_minor: 4200,
  deadline_passed: false,
  payment_received: false,
  subscription: false,
} as const;

describe('stageOf', () => {
  it.each([
    ['checkout_available', 'form'],
    ['price_changed', 'form'],
    ['retry_available', 'form'],
    ['action_required', 'action_required'],
    ['processing', 'processing'],
    ['under_review', 'under_review'],
    ['expired', 'expired'],
    ['canceled', 'canceled'],
  ] as const)('makes %s a %s', (presentation_state, stage) => {
    expect(stageOf({ ...facts, presentation_state })).toBe(stage);
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
    'says of success with %s, received %s, subscription %s: %s',
    (status, payment_received, subscription, stage) => {
      const page = { ...facts, status, payment_received, subscription };
      expect(stageOf({ ...page, presentation_state: 'succeeded' })).toBe(stage);
    },
  );

  it('takes no payment after the deadline or for nothing', () => {
    for (const presentation_state of ['checkout_available', 'action_required'] as const) {
      expect(stageOf({ ...facts, presentation_state, deadline_passed: true })).toBe('expired');
    }
    expect(stageOf({ ...facts, amount_minor: 0 })).toBe('nothing_due');
  });

  it('does not say that nobody was charged where money came in', () => {
    const page = { ...facts, presentation_state: 'canceled', payment_received: true } as const;
    expect(stageOf(page)).toBe('refunding');
  });

  it('has an answer for everything the server can say', () => {
    const all = sessionStatuses.flatMap((status: SessionStatus) =>
      presentationStates.flatMap((presentation_state) =>
        [true, false].map((payment_received) =>
          stageOf({ ...facts, status, presentation_state, payment_received }),
        ),
      ),
    );
    const known = new Set<KnownStage>(all);
    expect([...known].every((stage) => stages.includes(stage))).toBe(true);
  });
});

describe('the sentence of a state', () => {
  const { words } = wordsFor('en');
  const told = (stage: (typeof stages)[number]) =>
    outcomeOf(stage, { page: { merchant_name: 'Acme', terms: null }, amount: '€42.00', words });

  it.each([
    ['paid', 'You paid €42.00.'],
    ['nothing_due', 'There is nothing to pay now. You have not been charged.'],
    ['subscribed', 'Your payment to Acme is settled.'],
    ['unfulfilled', 'You paid €42.00, but your order could not be completed.'],
    ['processing', 'Your payment is on its way, but not settled yet.'],
    ['slow', 'Your payment is still on its way.'],
    ['unsure', 'We do not know yet whether you were charged.'],
    ['action_required', 'You have not been charged yet: your bank asks you to confirm.'],
    ['under_review', 'We received a payment that does not match this order.'],
    ['expired', 'This payment link has expired. You have not been charged.'],
    ['canceled', 'This payment was canceled. You have not been charged.'],
    ['refunding', 'Your payment is being given back: the order was canceled.'],
    ['waiting', 'You have not been charged: Acme is preparing your payment.'],
    ['card_missing', 'Your free trial has begun. You have not been charged.'],
  ] as const)('%s begins with the money', (stage, heading) => {
    expect(told(stage)?.heading).toBe(heading);
  });

  it('is there for every stage but the form', () => {
    for (const stage of stages) expect(told(stage) === null).toBe(stage === 'form');
  });

  it('keeps whoever may have been charged from paying again', () => {
    for (const stage of stages.filter((one) => isPending(one) || one === 'under_review')) {
      expect(told(stage)?.text).toContain('Do not pay again');
    }
  });
});
