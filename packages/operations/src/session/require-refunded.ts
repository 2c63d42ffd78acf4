import { DomainError } from '@parley/domain';
import type { ProviderMoney } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { providerOfAttempt } from '../request/provider-of.ts';
import { loadSession } from '../session-change/load-session.ts';

/**
 * Requires that the provider has refunded all payments of a conflicted session in full.
 * @returns the refunded amount, e.g. "4199 eur"; null for a session without a conflict
 * @throws DomainError not_found, provider_amount_mismatch when a part is not refunded,
 *   provider_error, service_unavailable when the provider does not respond
 */
export async function requireRefunded(
  deps: Deps,
  caller: Caller,
  sessionId: string,
): Promise<string | null> {
  const { session } = await loadSession(deps, caller, sessionId);
  if (session.status !== 'payment_conflicted') return null;
  const payments = await readPayments(deps, caller, session.id);
  const taken = formatSums(payments, (one) => one.takenMinor);
  const refunded = formatSums(payments, (one) => one.refundedMinor);
  const all = payments.every((one) => one.refundedMinor >= one.takenMinor);
  // A provider that returns no payment at all does not prove that a recorded one was refunded.
  const shown = payments.length > 0 || session.finalAmountMinor === 0;
  if (all && shown) return refunded;
  throw new DomainError(
    'provider_amount_mismatch',
    `The provider shows ${refunded} of ${taken} (minor units) as refunded. Refund the rest there, or send refunded_elsewhere: true if it went back another way.`,
  );
}

/** The payment of each attempt of a session, in the order of the attempts. */
async function readPayments(
  deps: Deps,
  caller: Caller,
  sessionId: string,
): Promise<ProviderMoney[]> {
  const payments: ProviderMoney[] = [];
  for (const attempt of await deps.database.forScope(caller).attempts.listReserved(sessionId)) {
    const { providerRootObjectId: id, providerRootObjectType: type } = attempt;
    if (!id || !type) continue;
    const provider = await providerOfAttempt(deps, caller, attempt);
    const payment = await provider?.readMoney({ id, type });
    if (payment) payments.push(payment);
  }
  return payments;
}

/** Sums by currency, e.g. "4199 eur" or "4199 eur, 100 usd". */
function formatSums(
  payments: readonly ProviderMoney[],
  of: (one: ProviderMoney) => number,
): string {
  const sums = new Map<string, number>();
  for (const one of payments) sums.set(one.currency, (sums.get(one.currency) ?? 0) + of(one));
  return [...sums].map(([currency, sum]) => `${sum} ${currency}`).join(', ') || '0';
}
