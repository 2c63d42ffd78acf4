import type { AcquisitionAttempt } from '@parley/contract';
import type { SessionStory } from '@parley/operations';
import { money } from '@parley/ui/money';
import { inMoney } from './in-money.ts';

/** Money that was taken, by which try, and what is wrong with it. */
export interface Taken {
  readonly attemptId: string;
  readonly attempt: string;
  /** Null where it is not known here; the provider knows. */
  readonly amount: string | null;
  readonly why: string;
}

const why: Readonly<Record<string, string>> = {
  amount_mismatch: 'another amount than was asked for',
  currency_mismatch: 'another currency than was asked for',
  second_payment: 'one payment too many',
};

/** What was asked for and what was taken, for a person to compare. */
export function tellConflict({ session, attempts }: Pick<SessionStory, 'session' | 'attempts'>): {
  readonly asked: string;
  readonly taken: readonly Taken[];
  /** Whether there is more than one payment. */
  readonly twice: boolean;
} {
  const { requested, final } = session;
  const asked = money({ amountMinor: requested.amount_minor, currency: requested.currency });
  const bound = money({ amountMinor: final.amount_minor, currency: final.currency });
  const paid = attempts.filter(({ status }) => ['succeeded', 'integrity_failed'].includes(status));
  return {
    asked,
    twice: paid.length > 1,
    taken: paid.map((attempt) => ({
      attemptId: attempt.id,
      attempt: `Attempt ${attempt.attempt_number}`,
      // What was taken first binds the session; of more only the agreed amount is known here.
      amount: attempt.status_reason === 'second_payment' ? confirmed(attempt) : bound,
      why: why[attempt.status_reason ?? ''] ?? 'the amount that was asked for',
    })),
  };
}

function confirmed(attempt: AcquisitionAttempt): string | null {
  const { provider_confirmed_amount_minor: amount, provider_confirmed_currency: currency } =
    attempt;
  return amount === null || currency === null ? null : money({ amountMinor: amount, currency });
}

/** What the provider shows as refunded, in money, and what to do here where it is not all. */
export function tellUnrefunded(message: string): string {
  const [, refunded, taken] =
    /^The provider shows (.+) of (.+) \(minor units\) as refunded\./.exec(message) ?? [];
  if (!refunded || !taken) return message;
  const back = refunded === '0' ? 'nothing' : inMoney(refunded);
  return `The provider shows ${back} of ${inMoney(taken)} as refunded. Refund the rest there first, or say that it went back another way.`;
}
