import type { SessionTexts } from '#format/explain-reason.ts';
import { formatMinorUnits } from '#format/explain-reason.ts';
import type { Translator } from '#messages/translator.ts';
import type { Payment, SessionTimeline } from './session-timeline.ts';

type Money = SessionTexts['money'];

/** A payment of a session in conflict. */
interface ConflictPayment {
  readonly id: string;
  /** Null for a payment that no attempt caused. */
  readonly attemptNumber: number | null;
  readonly amount: string;
  /** How it differs from what was requested: a key of `sessionPage.conflict`. */
  readonly comparison: 'same' | 'differentAmount' | 'differentCurrency' | 'further';
}

/** Describes the requested amount and the payments of a conflict, for comparison. */
export function describeConflict(
  money: Money,
  { session, attempts, payments }: Pick<SessionTimeline, 'session' | 'attempts' | 'payments'>,
): {
  readonly requested: string;
  readonly payments: readonly ConflictPayment[];
  /** The amounts of the payments that were neither refunded nor disputed in full. */
  readonly kept: readonly string[];
} {
  const { requested } = session;
  const getAmount = ({ amount_minor: amountMinor, currency }: Payment) =>
    money({ amountMinor, currency });
  return {
    requested: money({ amountMinor: requested.amount_minor, currency: requested.currency }),
    kept: payments.filter(isKept).map(getAmount),
    payments: payments.map((payment, index) => {
      const attempt = attempts.find(({ id }) => id === payment.attempt_id);
      return {
        id: payment.provider_object_id,
        attemptNumber: attempt?.attempt_number ?? null,
        amount: getAmount(payment),
        comparison: index > 0 ? 'further' : compareWith(requested, payment),
      };
    }),
  };
}

const isKept = ({ amount_minor, refunded_minor, disputed_minor }: Payment): boolean =>
  refunded_minor + disputed_minor < amount_minor;

function compareWith(
  requested: SessionTimeline['session']['requested'],
  payment: Payment,
): ConflictPayment['comparison'] {
  if (payment.currency !== requested.currency) return 'differentCurrency';
  return payment.amount_minor === requested.amount_minor ? 'same' : 'differentAmount';
}

/** Rewrites the error of an incomplete refund, or of a running subscription, in the language of this page. */
export function describeUnrefunded(
  t: Translator<'sessionPage'>,
  money: Money,
  message: string,
  code: string | undefined,
): string {
  if (code === 'subscription_running')
    return t('conflict.stillRunning', { ids: message.match(/\bsub_\w+/g)?.join(', ') ?? '' });
  const [refunded, charged] = message.match(/\d+ [a-z]{3}\b(, \d+ [a-z]{3}\b)*/g) ?? [];
  if (code !== 'provider_amount_mismatch' || !refunded || !charged) return message;
  return t(/[1-9]/.test(refunded) ? 'conflict.notRefunded' : 'conflict.nothingRefunded', {
    charged: formatMinorUnits(money, charged),
    refunded: formatMinorUnits(money, refunded),
  });
}
