import { money } from '@parley/ui/money';
import { formatMinorUnits } from './explain-reason.ts';
import type { Attempt, SessionTimeline } from './session-timeline.ts';

/** A payment of a session in conflict. */
interface ConflictPayment {
  readonly attemptId: string;
  readonly attempt: string;
  /** Null if only the provider knows it. */
  readonly amount: string | null;
  /** How it differs from what was requested. */
  readonly comparison: string;
}

const comparisons: Readonly<Record<string, string>> = {
  amount_mismatch: 'a different amount',
  currency_mismatch: 'a different currency',
  second_payment: 'a second payment',
};

/** Describes the requested amount and the payments of a conflict, for comparison. */
export function describeConflict({
  session,
  attempts,
}: Pick<SessionTimeline, 'session' | 'attempts'>): {
  readonly requested: string;
  readonly payments: readonly ConflictPayment[];
  /** Whether there is more than one payment. */
  readonly multiple: boolean;
} {
  const { requested, final } = session;
  const finalAmount = money({ amountMinor: final.amount_minor, currency: final.currency });
  const paid = attempts.filter(({ status }) => ['succeeded', 'integrity_failed'].includes(status));
  return {
    requested: money({ amountMinor: requested.amount_minor, currency: requested.currency }),
    multiple: paid.length > 1,
    payments: paid.map((attempt) => ({
      attemptId: attempt.id,
      attempt: `Attempt ${attempt.attempt_number}`,
      // The first payment sets the final amount. Of a second one only the confirmed amount is stored.
      amount: attempt.status_reason === 'second_payment' ? confirmedAmount(attempt) : finalAmount,
      comparison: comparisons[attempt.status_reason ?? ''] ?? 'the requested amount',
    })),
  };
}

function confirmedAmount(attempt: Attempt): string | null {
  const { provider_confirmed_amount_minor: amount, provider_confirmed_currency: currency } =
    attempt;
  return amount === null || currency === null ? null : money({ amountMinor: amount, currency });
}

/** Rewrites the error of an incomplete refund with formatted amounts and the options of this page. */
export function describeUnrefunded(message: string): string {
  const [, refunded, charged] =
    /^The provider shows (.+) of (.+) \(minor units\) as refunded\./.exec(message) ?? [];
  if (!refunded || !charged) return message;
  const amount = refunded === '0' ? 'nothing' : formatMinorUnits(refunded);
  return `The provider shows ${amount} of ${formatMinorUnits(charged)} as refunded. Refund the rest there first, or select that it was refunded in another way.`;
}
