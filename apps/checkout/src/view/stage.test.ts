import { presentationStates, type SessionStatus, sessionStatuses } from '@parley/domain';
import { messages } from '@parley/payer-view/messages/en';
import { describe, expect, it } from 'vitest';
import { describeOutcome } from './outcome.ts';
import {
  getStage,
  getWaitingStage,
  isFinal,
  isPending,
  type SessionStage,
  stages,
} from './stage.ts';

const facts = {
  presentation_state: 'checkout_available',
  status: 'payer_opened',
  amount_minor: 4200,
  deadline_passed: false,
  payment_received: false,
  payment_status: 'unpaid',
  subscription: false,
  declined_too_often: false,
  challenge_required: false,
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
    ['paid', true, true, 'paid'],
    ['provisionable', false, false, 'nothing_due'],
    ['provisioned', true, false, 'paid'],
    ['provisioned', false, false, 'nothing_due'],
    ['provisioned', true, true, 'paid'],
    ['provisioned', false, true, 'nothing_due'],
    ['provisioning_failed', true, false, 'unfulfilled'],
    ['provisioning_failed', false, false, 'nothing_due'],
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
    expect(getStage({ ...facts, amount_minor: 0 })).toBe('completing');
    // The payer has to agree to a subscription.
    expect(getStage({ ...facts, amount_minor: 0, subscription: true })).toBe('form');
  });

  it('shows no form after too many declines, but what became of a payment', () => {
    const declined = { ...facts, declined_too_often: true };
    expect(getStage({ ...declined, presentation_state: 'retry_available' })).toBe('blocked');
    expect(getStage({ ...declined, presentation_state: 'processing' })).toBe('processing');
    expect(getStage({ ...declined, deadline_passed: true })).toBe('expired');
  });

  it('shows a challenge instead of the form only', () => {
    const challenged = { ...facts, challenge_required: true };
    expect(getStage(challenged)).toBe('challenge');
    expect(getStage({ ...challenged, declined_too_often: true })).toBe('blocked');
    expect(getStage({ ...challenged, deadline_passed: true })).toBe('expired');
    expect(getStage({ ...challenged, amount_minor: 0 })).toBe('completing');
    expect(getStage({ ...challenged, presentation_state: 'processing' })).toBe('processing');
  });

  it('maps a canceled session with a payment to refunding', () => {
    const page = { ...facts, presentation_state: 'canceled', payment_received: true } as const;
    expect(getStage(page)).toBe('refunding');
  });

  it.each([
    ['paid', 'partially_refunded', 'paid'],
    ['paid', 'refunded', 'returned'],
    ['provisioned', 'refunded', 'returned'],
    ['provisioning_failed', 'refunded', 'returned'],
    ['provisioned', 'dispute_lost', 'returned'],
    ['paid', 'disputed', 'disputed'],
    ['provisioned', 'dispute_under_review', 'disputed'],
    ['canceled', 'refunded', 'returned'],
    ['canceled', 'paid', 'refunding'],
    // A subscription that starts with a trial.
    ['provisionable', 'refunded', 'nothing_due'],
  ] as const)('maps a %s session whose payment is %s to %s', (status, payment_status, stage) => {
    const presentation_state = status === 'canceled' ? 'canceled' : 'succeeded';
    const page = { ...facts, status, payment_received: true, payment_status };
    expect(getStage({ ...page, presentation_state })).toBe(stage);
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

describe('getWaitingStage', () => {
  it.each([
    ['checkout_available', 'waiting'],
    ['price_changed', 'waiting'],
    ['retry_available', 'not_payable'],
  ] as const)('maps %s to %s', (presentation_state, stage) => {
    expect(getWaitingStage({ presentation_state })).toBe(stage);
  });
});

describe('isPending', () => {
  it('is true while the outcome is not known', () => {
    expect(stages.filter(isPending)).toEqual(['processing', 'unsure', 'slow']);
  });
});

describe('isFinal', () => {
  it('is true if the payer has nothing to submit, and no outcome is open', () => {
    const sessionStages = stages.slice(0, stages.indexOf('waiting')) as SessionStage[];
    expect(sessionStages.filter((stage) => !isFinal(stage))).toEqual([
      'form',
      'challenge',
      'action_required',
      'completing',
      'processing',
    ]);
  });
});

describe('describeOutcome', () => {
  const page = { merchant_name: 'Acme', status: 'payer_opened', terms: null } as const;
  const describeStage = (stage: (typeof stages)[number]) =>
    describeOutcome(stage, {
      page,
      amount: '€42.00',
      messages,
    });

  it.each([
    ['paid', 'success', 'back', 'You paid €42.00.'],
    ['nothing_due', 'success', 'back', 'You have not been charged. There is nothing to pay now.'],
    ['completing', 'pending', 'none', 'You have not been charged. There is nothing to pay now.'],
    ['unfulfilled', 'critical', 'back', 'You paid €42.00, but your order could not be completed.'],
    ['processing', 'progress', 'none', 'Your payment is being processed.'],
    ['slow', 'progress', 'check', 'Your payment is still being processed.'],
    ['unsure', 'pending', 'none', 'We do not know yet whether you were charged.'],
    [
      'action_required',
      'pending',
      'bank',
      'You have not been charged yet. Confirm with your bank.',
    ],
    ['under_review', 'critical', 'back', 'We received a payment that does not match this order.'],
    ['expired', 'neutral', 'back', 'You have not been charged. This payment link has expired.'],
    ['canceled', 'neutral', 'back', 'You have not been charged. This payment was canceled.'],
    ['returned', 'neutral', 'back', 'Your payment of €42.00 was returned to you.'],
    ['disputed', 'pending', 'back', 'Your payment of €42.00 is disputed.'],
    ['refunding', 'neutral', 'back', 'Your payment is being refunded. The order was canceled.'],
    ['waiting', 'pending', 'none', 'You have not been charged. Acme is preparing your payment.'],
    ['not_payable', 'pending', 'back', 'You have not been charged. You cannot pay at the moment.'],
    ['card_missing', 'pending', 'none', 'You have not been charged. Your free trial has started.'],
  ] as const)(
    'of %s has the tone %s, the step %s and says what happened to the money',
    (stage, tone, step, heading) => {
      expect(describeStage(stage)).toMatchObject({ tone, step, heading });
    },
  );

  it.each([
    { trial_days: 14, trial_end: null },
    { trial_days: null, trial_end: '2026-12-04T12:00:00.000Z' },
  ])('says that a trial has begun: %o', (trial) => {
    const terms = { due_now_minor: 0, recurring: [], ...trial };
    const free = { ...page, terms };
    expect(describeOutcome('nothing_due', { page: free, amount: '€0.00', messages })?.heading).toBe(
      'You have not been charged. Your free trial has started.',
    );
  });

  it('says that nothing is due for a subscription without a trial', () => {
    const terms = { due_now_minor: 0, recurring: [], trial_days: null, trial_end: null };
    const free = { ...page, terms };
    expect(describeOutcome('nothing_due', { page: free, amount: '€0.00', messages })?.heading).toBe(
      'You have not been charged. There is nothing to pay now.',
    );
  });

  it('says that a payment which settles later can take days, also after a while', () => {
    const accepted = { ...page, status: 'payment_processing' } as const;
    const describeLater = (stage: 'processing' | 'slow') =>
      describeOutcome(stage, { page: accepted, amount: '€42.00', messages });
    expect(describeLater('processing')).toMatchObject({
      tone: 'progress',
      step: 'none',
      heading: 'Your payment is being processed.',
      text: expect.stringContaining('this can take several days. Do not pay again.'),
    });
    expect(describeLater('slow')).toEqual({ ...describeLater('processing'), step: 'check' });
  });

  it('says what was refunded of a payment', () => {
    const refunded = describeOutcome('paid', {
      page,
      amount: '€42.00',
      refunded: '€10.00',
      messages,
    });
    expect(refunded).toMatchObject({
      heading: 'You paid €42.00.',
      text: expect.stringMatching(/^€10\.00 of it was refunded\./),
    });
  });

  it('returns null for the form and the challenge only', () => {
    expect(stages.filter((stage) => describeStage(stage) === null)).toEqual(['form', 'challenge']);
  });

  it('says not to pay again if the payer may have been charged', () => {
    for (const stage of stages.filter((name) => isPending(name) || name === 'under_review')) {
      expect(describeStage(stage)?.text).toContain('Do not pay again');
    }
  });
});
