import { describe, expect, it } from 'vitest';
import { attemptStatuses } from './attempt.ts';
import { type PaymentStatus, paymentStatuses } from './payment-status.ts';
import {
  getActionableNextStep,
  getPresentationState,
  type NextStep,
  nextSteps,
  type PresentationState,
  presentationStates,
} from './presentation.ts';
import { type SessionStatus, sessionStatuses } from './session.ts';

const reasons = [null, 'cart_drift', 'payment_declined', 'late_payment', 'card_expired'];

/** Statuses in which no payment can begin: the attempt does not matter. */
const settled: [SessionStatus, PresentationState, NextStep][] = [
  ['payment_processing', 'processing', 'await_provider'],
  ['paid', 'succeeded', 'provision'],
  ['provisionable', 'succeeded', 'provision'],
  ['payment_conflicted', 'under_review', 'resolve_conflict'],
  ['provisioned', 'succeeded', 'none'],
  ['provisioning_failed', 'succeeded', 'none'],
  ['expired', 'expired', 'none'],
  ['canceled', 'canceled', 'none'],
];

/**
 * Results for an open session by attempt status: the payer's state without a reason, after a cart
 * drift and after a decline; the merchant's next step before and after the handoff.
 */
const open = `
unreserved       checkout_available price_changed   retry_available prepare_provider       prepare_provider
reserved         checkout_available price_changed   retry_available attach_provider_object attach_provider_object
attached         checkout_available price_changed   retry_available confirm_provider_cart  confirm_provider_cart
confirmed        checkout_available price_changed   retry_available present_checkout       await_payer
action_required  action_required    action_required action_required await_payer            await_payer
processing       processing         processing      processing      await_provider         await_provider
unknown          processing         processing      processing      await_provider         await_provider
succeeded        succeeded          succeeded       succeeded       await_provider         await_provider
integrity_failed under_review       under_review    under_review    resolve_conflict       resolve_conflict
failed           retry_available    retry_available retry_available supersede_attempt      supersede_attempt
canceled         retry_available    retry_available retry_available supersede_attempt      supersede_attempt
expired          retry_available    retry_available retry_available supersede_attempt      supersede_attempt
superseded       checkout_available price_changed   retry_available supersede_attempt      supersede_attempt
`
  .trim()
  .split('\n')
  .map((line) => line.split(/ +/));
const openStatuses: SessionStatus[] = ['created', 'payer_handoff_pending', 'payer_opened'];

describe('the expected tables', () => {
  it('contain every session status and every attempt status once', () => {
    const sessions = [...openStatuses, ...settled.map(([status]) => status)];
    expect(sessions).toEqual([...sessionStatuses]);
    expect(open.map(([status]) => status)).toEqual(attemptStatuses);
  });

  it('contain every presentation state and every next step', () => {
    const inputs = sessionStatuses.flatMap((sessionStatus) =>
      attemptStatuses.flatMap((attemptStatus) =>
        reasons.flatMap((attemptReason) =>
          paymentStatuses.map((paymentStatus) => ({
            sessionStatus,
            attemptStatus,
            attemptReason,
            paymentStatus,
          })),
        ),
      ),
    );
    expect(new Set(inputs.map(getPresentationState))).toEqual(new Set(presentationStates));
    expect(new Set(inputs.map((input) => getActionableNextStep(input)))).toEqual(
      new Set(nextSteps),
    );
  });

  it('contain no other names', () => {
    expect(presentationStates.join(', ')).toBe(
      'checkout_available, action_required, processing, retry_available, price_changed, succeeded, under_review, expired, canceled',
    );
    expect(nextSteps.join(', ')).toBe(
      'prepare_provider, attach_provider_object, confirm_provider_cart, present_checkout, await_payer, await_provider, supersede_attempt, provision, resolve_conflict, respond_to_dispute, none',
    );
  });
});

it('an attempt whose object was closed because the cart changed shows a changed price', () => {
  for (const sessionStatus of openStatuses) {
    const input = {
      sessionStatus,
      attemptStatus: 'canceled',
      attemptReason: 'cart_changed',
    } as const;
    expect(getPresentationState(input)).toBe('price_changed');
  }
});

describe('a session that accepts no new payment', () => {
  for (const [sessionStatus, shown, step] of settled) {
    it(`with status ${sessionStatus} has state ${shown} and next step ${step} for any attempt`, () => {
      for (const attemptStatus of attemptStatuses) {
        for (const attemptReason of reasons) {
          const input = {
            sessionStatus,
            attemptStatus,
            attemptReason,
            paymentStatus: 'paid',
          } as const;
          expect(getPresentationState(input), `${attemptStatus} ${attemptReason}`).toBe(shown);
          expect(getActionableNextStep(input), `${attemptStatus} ${attemptReason}`).toBe(step);
        }
      }
    });
  }
});

/** The merchant's next step for each status of the session, by what became of the money. */
const returned: Partial<Record<SessionStatus, Partial<Record<PaymentStatus, NextStep>>>> = {
  paid: { partially_refunded: 'provision', refunded: 'none', dispute_lost: 'none' },
  provisionable: {
    unpaid: 'provision',
    partially_refunded: 'provision',
    refunded: 'provision',
    dispute_lost: 'provision',
  },
  provisioned: { refunded: 'none', dispute_lost: 'none' },
};

describe('a session whose money went back', () => {
  for (const [sessionStatus, steps] of Object.entries(returned)) {
    it(`with status ${sessionStatus} is fulfilled only for money that is kept`, () => {
      const getStep = (paymentStatus: PaymentStatus) =>
        getActionableNextStep({
          sessionStatus: sessionStatus as SessionStatus,
          attemptStatus: 'succeeded',
          paymentStatus,
        });
      const found = Object.keys(steps).map((one) => [one, getStep(one as PaymentStatus)]);
      expect(Object.fromEntries(found)).toEqual(steps);
      expect(getStep('disputed')).toBe('respond_to_dispute');
      expect(getStep('dispute_under_review')).toBe('await_provider');
    });
  }
});

describe('an open conflict', () => {
  it.each(sessionStatuses)(
    'of a session in %s is the next step only after fulfillment',
    (status) => {
      const input = {
        sessionStatus: status,
        attemptStatus: 'succeeded',
        paymentStatus: 'paid',
      } as const;
      const isFulfilled = status === 'provisioned' || status === 'provisioning_failed';
      const step = isFulfilled ? 'resolve_conflict' : getActionableNextStep(input);
      expect(getActionableNextStep(input, true)).toBe(step);
    },
  );
});

describe('an open session', () => {
  for (const [index, attemptStatus] of attemptStatuses.entries()) {
    const [, plain, drifted, declined, before, after] = open[index] ?? [];
    for (const attemptReason of reasons) {
      const shown =
        attemptReason === 'cart_drift'
          ? drifted
          : attemptReason === 'payment_declined'
            ? declined
            : plain;
      it(`has state ${shown} for attempt ${attemptStatus} with reason ${attemptReason}`, () => {
        for (const sessionStatus of openStatuses) {
          const input = { sessionStatus, attemptStatus, attemptReason };
          expect(getPresentationState(input), sessionStatus).toBe(shown);
        }
      });
    }

    it(`has next step ${before} before and ${after} after the handoff for attempt ${attemptStatus}`, () => {
      const step = (sessionStatus: SessionStatus) =>
        getActionableNextStep({ sessionStatus, attemptStatus, paymentStatus: 'unpaid' });
      expect(openStatuses.map(step)).toEqual([before, after, after]);
    });
  }
});
