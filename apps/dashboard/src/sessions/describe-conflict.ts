import { money } from '@parley/ui/money';
import { formatMinorUnits } from './explain-reason.ts';
import type { Payment, SessionTimeline } from './session-timeline.ts';

/** A payment of a session in conflict. */
interface ConflictPayment {
  readonly id: string;
  readonly attempt: string;
  readonly amount: string;
  /** How it differs from what was requested. */
  readonly comparison: string;
}

/** Describes the requested amount and the payments of a conflict, for comparison. */
export function describeConflict({
  session,
  attempts,
  payments,
}: Pick<SessionTimeline, 'session' | 'attempts' | 'payments'>): {
  readonly requested: string;
  readonly payments: readonly ConflictPayment[];
  /** Whether there is more than one payment. */
  readonly multiple: boolean;
} {
  const { requested } = session;
  return {
    requested: money({ amountMinor: requested.amount_minor, currency: requested.currency }),
    multiple: payments.length > 1,
    payments: payments.map((payment, index) => {
      const attempt = attempts.find(({ id }) => id === payment.attempt_id);
      return {
        id: payment.provider_object_id,
        attempt: attempt ? `Attempt ${attempt.attempt_number}` : 'No attempt',
        amount: money({ amountMinor: payment.amount_minor, currency: payment.currency }),
        comparison: index > 0 ? 'a further payment' : compareWith(requested, payment),
      };
    }),
  };
}

function compareWith(requested: SessionTimeline['session']['requested'], payment: Payment): string {
  if (payment.currency !== requested.currency) return 'a different currency';
  return payment.amount_minor === requested.amount_minor
    ? 'the requested amount'
    : 'a different amount';
}

/** Rewrites the error of an incomplete refund with formatted amounts and the options of this page. */
export function describeUnrefunded(message: string): string {
  const [, refunded, charged] =
    /^The provider shows (.+) of (.+) \(minor units\) as refunded\./.exec(message) ?? [];
  if (!refunded || !charged) return message;
  const amount = refunded === '0' ? 'nothing' : formatMinorUnits(refunded);
  return `The provider shows ${amount} of ${formatMinorUnits(charged)} as refunded. Refund the rest there first, or select that it was refunded in another way.`;
}
