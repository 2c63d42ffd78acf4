import type { PaymentRecord, Repositories, SubscriptionRecord } from '@parley/db';
import { DomainError, hasConflict, isSubscriptionRunning } from '@parley/domain';
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

/** What a session has at the provider. */
export interface ReadCharges {
  /** By the id of the recorded object. */
  readonly payments: ReadonlyMap<string, ReadPayment>;
  /** The status of each subscription by its id at the provider; null if the provider has none with this id. */
  readonly subscriptions: ReadonlyMap<string, string | null>;
}

/** Thrown when the payments and subscriptions of a session are not those that were read from the provider. */
export class ChargesChangedError extends Error {}

/**
 * Reads all payments and subscriptions of a conflicted session from the provider. Payments that are not
 * recorded yet are recorded first.
 * @returns null when there is nothing to read: the session has no conflict, or the request has a
 *   stored response
 * @throws DomainError provider_error, service_unavailable when the provider does not respond
 */
export async function readCharges(
  deps: Deps,
  caller: Caller,
  sessionId: string,
): Promise<ReadCharges | null> {
  const loaded = await deps.database.findSession(caller, sessionId, caller.idempotency);
  if (!loaded || loaded.storedOutcome || !hasConflict(loaded.session.session)) return null;
  await recordMissingPayments(deps, withoutIdempotency(caller), sessionId);
  const { payments } = await loadSession(deps, caller, sessionId);
  const repositories = deps.database.forScope(caller);
  const subscriptions = await listSubscriptions(repositories, sessionId);
  const read = {
    payments: new Map<string, ReadPayment>(),
    subscriptions: new Map<string, string | null>(),
  };
  for (const attempt of await repositories.attempts.listReserved(sessionId)) {
    const provider = await getAttemptProvider(deps, caller, attempt);
    for (const payment of payments.filter(({ attemptId }) => attemptId === attempt.id)) {
      const { providerObjectId: id, providerObjectType: type, version } = payment;
      read.payments.set(id, { state: await provider.readPayment({ type, id }), version });
    }
    const started = subscriptions.filter(({ attemptId }) => attemptId === attempt.id);
    for (const { providerSubscriptionId: id } of started) {
      read.subscriptions.set(id, (await provider.readSubscription(id))?.status ?? null);
    }
  }
  return read;
}

/** The subscriptions that a session started and that have not ended as far as is recorded. */
async function listSubscriptions(
  { subscriptions }: Repositories,
  sessionId: string,
): Promise<SubscriptionRecord[]> {
  const started = await subscriptions.listBySessions([sessionId]);
  return started.map(({ subscription }) => subscription).filter(({ endedAt }) => endedAt === null);
}

/**
 * Finds the subscriptions of a session that bill now or later, as the provider showed them.
 * @param read null when the provider did not respond: then what is recorded counts
 * @throws ChargesChangedError when a subscription was recorded after they were read
 */
export async function findRunning(
  { repositories, session }: SessionChange,
  read: ReadCharges | null,
): Promise<SubscriptionRecord[]> {
  const running: SubscriptionRecord[] = [];
  for (const subscription of await listSubscriptions(repositories, session.id)) {
    const { providerSubscriptionId: id } = subscription;
    const status = read ? read.subscriptions.get(id) : subscription.status;
    if (status === undefined) throw new ChargesChangedError();
    if (status !== null && isSubscriptionRunning(status)) running.push({ ...subscription, status });
  }
  return running;
}

/**
 * Requires that no subscription of a session continues after its payments went back.
 * @throws DomainError subscription_running
 */
export function requireNoneRunning(running: readonly SubscriptionRecord[]): void {
  if (running.length === 0) return;
  const ids = running.map(({ providerSubscriptionId }) => providerSubscriptionId);
  throw new DomainError(
    'subscription_running',
    `Still running at the provider: ${ids.join(', ')}. Cancel each subscription there, then send the request again.`,
  );
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
 * @throws ChargesChangedError when a payment was recorded or changed after the payments were read
 */
export function recordPaymentStates(change: SessionChange, read: ReadCharges): void {
  for (const payment of change.state.payments) {
    const shown = read.payments.get(payment.providerObjectId);
    if (shown?.version !== payment.version) throw new ChargesChangedError();
    if (shown.state) recordPaymentState(change, payment, shown.state);
  }
}

/**
 * Requires that the provider showed every payment as refunded in full.
 * @param payments as recorded before the provider was read
 * @returns the refunded amount, e.g. "4199 eur"
 * @throws DomainError provider_amount_mismatch when a part is not refunded
 */
export function requireRefunded(payments: readonly PaymentRecord[], read: ReadCharges): string {
  const getRefunded = ({ providerObjectId }: PaymentRecord) =>
    read.payments.get(providerObjectId)?.state?.refundedMinor ?? 0;
  const refunded = formatSums(payments, getRefunded);
  if (payments.some((payment) => getRefunded(payment) < payment.amountMinor)) {
    const taken = formatSums(payments, (payment) => payment.amountMinor);
    throw new DomainError(
      'provider_amount_mismatch',
      `The provider shows ${refunded} of ${taken} (minor units) as refunded. Refund the rest there, or send refunded_elsewhere: true if it went back another way.`,
    );
  }
  return refunded;
}

/** Sums by currency, e.g. "4199 eur" or "4199 eur, 100 usd". */
function formatSums(
  payments: readonly PaymentRecord[],
  getAmount: (payment: PaymentRecord) => number,
): string {
  const sums = new Map<string, number>();
  for (const payment of payments) {
    sums.set(payment.currency, (sums.get(payment.currency) ?? 0) + getAmount(payment));
  }
  return [...sums].map(([currency, sum]) => `${sum} ${currency}`).join(', ') || '0';
}
