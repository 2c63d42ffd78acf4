import type { PaymentRecord } from '@parley/db';
import { DomainError } from '@parley/domain';
import type { ProviderPaymentState } from '@parley/provider';
import { syncAttempt } from '../attempt/sync-attempt.ts';
import { type Caller, withoutIdempotency } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptProvider } from '../request/get-provider.ts';
import { loadSession } from '../session-change/load-session.ts';
import { recordPaymentState } from '../session-change/record-payment.ts';
import type { SessionChange } from '../session-change/session-change.ts';

/** What the provider shows of a payment, and the version of its row before it was read. */
interface ReadPayment {
  /** Null when the provider has no such payment. */
  readonly state: ProviderPaymentState | null;
  readonly version: number;
}

/** The payments of a session, by the id of the recorded object. */
export type ReadPayments = ReadonlyMap<string, ReadPayment>;

/** Thrown when the payments of a session are not those that were read from the provider. */
export class PaymentsChangedError extends Error {}

/**
 * Reads all payments of a conflicted session from the provider. Payments that are not recorded yet
 * are recorded first.
 * @returns null when there is nothing to read: the session has no conflict, or the request has a
 *   stored response
 * @throws DomainError provider_error, service_unavailable when the provider does not respond
 */
export async function readPayments(
  deps: Deps,
  caller: Caller,
  sessionId: string,
): Promise<ReadPayments | null> {
  const loaded = await deps.database.findSession(caller, sessionId, caller.idempotency);
  if (!loaded || loaded.storedOutcome || loaded.session.session.status !== 'payment_conflicted')
    return null;
  await recordMissingPayments(deps, withoutIdempotency(caller), sessionId);
  const { payments } = await loadSession(deps, caller, sessionId);
  const read = new Map<string, ReadPayment>();
  const attempts = await deps.database.forScope(caller).attempts.listReserved(sessionId);
  for (const attempt of attempts) {
    const provider = await getAttemptProvider(deps, caller, attempt);
    for (const payment of payments.filter(({ attemptId }) => attemptId === attempt.id)) {
      const { providerObjectId: id, providerObjectType: type, version } = payment;
      read.set(id, { state: await provider.readPayment({ type, id }), version });
    }
  }
  return read;
}

/** Reads the root objects whose payment is not recorded. */
async function recordMissingPayments(deps: Deps, caller: Caller, sessionId: string): Promise<void> {
  const { payments } = await loadSession(deps, caller, sessionId);
  for (const attempt of await deps.database.forScope(caller).attempts.listReserved(sessionId)) {
    const rootId = attempt.providerRootObjectId;
    if (!rootId || payments.some(({ rootObjectId }) => rootObjectId === rootId)) continue;
    await syncAttempt(deps, caller, { sessionId, attemptId: attempt.id });
  }
}

/**
 * Records the refunds and disputes that the provider showed of the session's payments.
 * @throws PaymentsChangedError when a payment was recorded or changed after the payments were read
 */
export function recordPaymentStates(change: SessionChange, read: ReadPayments): void {
  for (const payment of change.loaded.payments) {
    const shown = read.get(payment.providerObjectId);
    if (shown?.version !== payment.version) throw new PaymentsChangedError();
    if (shown.state) recordPaymentState(change, payment, shown.state);
  }
}

/**
 * Requires that the provider showed every payment as refunded in full.
 * @param payments as recorded before the provider was read
 * @returns the refunded amount, e.g. "4199 eur"
 * @throws DomainError provider_amount_mismatch when a part is not refunded
 */
export function requireRefunded(payments: readonly PaymentRecord[], read: ReadPayments): string {
  const refundedOf = ({ providerObjectId }: PaymentRecord) =>
    read.get(providerObjectId)?.state?.refundedMinor ?? 0;
  const refunded = formatSums(payments, refundedOf);
  if (payments.some((payment) => refundedOf(payment) < payment.amountMinor)) {
    const taken = formatSums(payments, (payment) => payment.amountMinor);
    throw new DomainError(
      'provider_amount_mismatch',
      `The provider shows ${refunded} of ${taken} (minor units) as refunded. Refund the rest there, or send refunded_elsewhere: true if it went back another way.`,
    );
  }
  return refunded;
}

/** Whether a part of the payment was neither refunded nor disputed. */
export const isKept = ({ refundedMinor, disputedMinor, amountMinor }: PaymentRecord): boolean =>
  refundedMinor + disputedMinor < amountMinor;

/** Sums by currency, e.g. "4199 eur" or "4199 eur, 100 usd". */
function formatSums(
  payments: readonly PaymentRecord[],
  amountOf: (payment: PaymentRecord) => number,
): string {
  const sums = new Map<string, number>();
  for (const one of payments) {
    sums.set(one.currency, (sums.get(one.currency) ?? 0) + amountOf(one));
  }
  return [...sums].map(([currency, sum]) => `${sum} ${currency}`).join(', ') || '0';
}
