import type { ReplaceCartInput } from '@parley/contract';
import type { AttemptRecord } from '@parley/db';
import { DomainError, requireBelowLimit } from '@parley/domain';
import { setMerchandiseSubtotal } from '../attempt/reservation.ts';
import { OutcomeUnknownError } from '../attempt/resolve-unknown.ts';
import { closeUnpaid, syncAttempt } from '../attempt/sync-attempt.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeSession } from '../session-change/change-session.ts';
import { finalColumns, quoteColumns } from '../session-change/charge-columns.ts';
import { loadSession } from '../session-change/load-session.ts';
import { requireCartVersion } from '../session-change/preconditions.ts';
import { isOutcomeUnknown } from '../session-change/provider-check.ts';
import type { SessionChange } from '../session-change/session-change.ts';
import { requireChargeable } from './require-chargeable.ts';

/** How often the provider is read before giving up because the attempt keeps changing. */
const MAX_READS = 3;

/** Thrown when a payer may be confirming the previous charge: the provider has not been read since. */
class UnreadAttemptError extends Error {}

/**
 * Replaces the cart and the charge. A confirmed attempt must be confirmed again. While an object is attached,
 * the provider is read first: no payer may be confirming the previous charge.
 * Source: interface 4.4.
 * @throws DomainError not_found, invalid_request for a charge that the provider can never take,
 *   cart_version_conflict, currency_locked, limit_reached, payment_in_progress, session_expired, session_state_conflict;
 *   provider_error, service_unavailable when the provider does not respond
 */
export async function replaceCart(deps: Deps, caller: Caller, input: ReplaceCartInput) {
  let seen: AttemptRecord | null = null;
  for (let reads = 0; reads <= MAX_READS; reads++) {
    try {
      return await replaceUnconfirmed(deps, caller, input, seen);
    } catch (error) {
      if (!(error instanceof UnreadAttemptError)) throw error;
    }
    seen = await readAttempt(deps, caller, input.id);
  }
  throw new DomainError('payment_in_progress');
}

/**
 * @param seen the attempt after its object was read as unconfirmed
 * @throws UnreadAttemptError when it is not the current state of the attempt
 */
function replaceUnconfirmed(
  deps: Deps,
  caller: Caller,
  input: ReplaceCartInput,
  seen: AttemptRecord | null,
) {
  return changeSession(deps, caller, input.id, async (change) => {
    requireChargeable(input);
    requireCartVersion(change, input.expected_cart_version);
    await requireSameCurrencyOnceAttached(change, input.currency);
    const { cartVersion: carts } = change.session;
    requireBelowLimit('carts_per_session', carts, { settings: deps.limits });
    const cartVersion = carts + 1;
    const charge = { amountMinor: input.amount_minor, currency: input.currency };
    // The attempt changes first, so that the session's event shows its new status.
    const { status, version, providerRootObjectId } = change.attempt;
    if (status === 'confirmed') change.attemptCommand('replace_cart');
    change.command('replace_cart', {
      ...charge,
      cartVersion,
      ...quoteColumns(charge, cartVersion, change.now),
      ...finalColumns(charge, cartVersion, change.now),
    });
    // The payer may be paying an object for the previous cart. It is refused, not resolved, as in status unknown,
    // which the transition table refuses: a sweep resolves the outcome.
    if (isOutcomeUnknown(change.attempt, change.now)) throw new OutcomeUnknownError();
    change.setCart(input.cart_snapshot);
    // The merchandise subtotal belongs to the previous cart.
    if (status !== 'unreserved') setMerchandiseSubtotal(change, null);
    // An object can be paid after a failure too.
    const canBeConfirmed = ['attached', 'confirmed', 'failed'].includes(status);
    if (providerRootObjectId && canBeConfirmed && version !== seen?.version) {
      throw new UnreadAttemptError();
    }
    const { amount_minor, currency, cart_snapshot } = input;
    return { amount_minor, currency, cart_version: cartVersion, cart_snapshot };
  });
}

/**
 * Reads the object of the current attempt from the provider, or closes it, records its state and returns the
 * attempt; null if it kept changing.
 */
async function readAttempt(
  deps: Deps,
  caller: Caller,
  sessionId: string,
): Promise<AttemptRecord | null> {
  const { attempt } = await loadSession(deps, caller, sessionId);
  if (attempt.status === 'failed' || hidesPayment(attempt)) {
    await closeUnpaid(deps, caller, attempt);
  } else {
    const result = await syncAttempt(deps, caller, { sessionId, attemptId: attempt.id });
    if (result === 'overtaken') return null;
  }
  return (await loadSession(deps, caller, sessionId)).attempt;
}

/** Whether the object does not show a payment that its payer is confirming. */
const hidesPayment = ({ integrationPath, commercialMode }: AttemptRecord): boolean =>
  integrationPath === 'checkout_session' && commercialMode === 'subscription';

/** An object of an earlier attempt locks the currency too: what it takes must be comparable with the cart. */
async function requireSameCurrencyOnceAttached(
  { attempt, session, repositories }: SessionChange,
  currency: string,
): Promise<void> {
  if (currency === session.currency) return;
  const isAttached = ({ providerRootObjectId }: AttemptRecord) => providerRootObjectId !== null;
  const attempts = await repositories.attempts.listReserved(session.id);
  if (![attempt, ...attempts].some(isAttached)) return;
  throw new DomainError(
    'currency_locked',
    `currency must stay ${session.currency}: a provider object was attached.`,
  );
}
