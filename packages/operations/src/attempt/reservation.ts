import { type AttemptRecord, blankAttempt, type SessionState } from '@parley/db';
import {
  type AttemptOptions,
  DomainError,
  listDifferingOptions,
  PROVIDER_RETRY_HOURS,
  type ProviderConfigId,
} from '@parley/domain';
import { requirePayable } from '../session-change/preconditions.ts';
import { isCartRefused, isOutcomeUnknown } from '../session-change/provider-check.ts';
import type { SessionChange } from '../session-change/session-change.ts';
import { OutcomeUnknownError } from './resolve-unknown.ts';
import {
  isSubtotalPending,
  merchandiseColumns,
  setMerchandiseSubtotal,
} from './set-merchandise-subtotal.ts';
import { settleNothingDue } from './settle-attempt.ts';

/**
 * Reserves the current attempt, or joins its reservation. A subtotal for a cart that replaced the
 * reserved one is added to the reservation.
 * @throws DomainError attempt_options_mismatch, charge_refused, session_expired, session_state_conflict
 * @throws OutcomeUnknownError when the idempotency keys of the reservation have expired
 */
export function reserve(change: SessionChange, options: AttemptOptions): void {
  requirePayable(change);
  const { attempt } = change;
  const pending = isSubtotalPending(change);
  if (attempt.status !== 'unreserved') {
    const reserved = attemptOptions(attempt);
    const { merchandiseSubtotalMinor } = pending ? options : reserved;
    const differing = listDifferingOptions(options, { ...reserved, merchandiseSubtotalMinor });
    if (differing.length > 0) throw optionsMismatch(differing);
  }
  if (isCartRefused(change.state)) {
    const { amountMinor, currency } = change.session;
    throw new DomainError(
      'charge_refused',
      `The provider refused ${amountMinor} ${currency} (${attempt.statusReason}). Replace the cart, then supersede the attempt.`,
    );
  }
  // Joining would return idempotency keys that may create a second object.
  if (isOutcomeUnknown(attempt, change.now)) throw new OutcomeUnknownError();
  const config = attempt.merchantProviderConfigId ?? activeProviderConfig(change);
  const isNew =
    change.attemptCommand('reserve', reservation(change, options, config)) === 'changed';
  if (pending) setMerchandiseSubtotal(change, options.merchandiseSubtotalMinor);
  // Nothing has been created under the new keys, so no object can take money.
  if (isNew) completeFree(change);
}

/** Completes a new reservation of a payment intent for a cart that costs nothing: it needs no object. */
export function completeFree(change: SessionChange): void {
  if (needsNoObject(change)) settleNothingDue(change, change.attempt);
}

/** Whether the session is completed without a payment, so that no card can be tried with it. */
export const isFree = ({ session, attempt }: Pick<SessionState, 'session' | 'attempt'>): boolean =>
  session.finalAmountMinor === 0 &&
  attempt.commercialMode === 'one_time' &&
  attempt.pricingMode === 'fixed';

/** Whether the attempt can be completed without an object of the provider. */
export const needsNoObject = (state: Pick<SessionState, 'session' | 'attempt'>): boolean =>
  isFree(state) && state.attempt.integrationPath === 'payment_intent';

/** @param fields the API field names of the options that differ */
export function optionsMismatch(fields: readonly string[]): DomainError {
  return new DomainError(
    'attempt_options_mismatch',
    `The attempt was reserved with another ${fields.join(', ')}.`,
  );
}

/** The id of the provider config for new attempts. */
export function activeProviderConfig(change: SessionChange): ProviderConfigId {
  const { activeProviderConfigId } = change.state;
  if (activeProviderConfigId) return activeProviderConfigId;
  throw new DomainError(
    'invalid_request',
    `This merchant has no active provider config in ${change.session.mode} mode. Create and activate one first.`,
  );
}

/** The columns that a reservation sets. */
export function reservation(
  change: SessionChange,
  options: AttemptOptions,
  merchantProviderConfigId: ProviderConfigId,
): Partial<AttemptRecord> {
  const { session } = change;
  return {
    ...options,
    ...merchandiseColumns(options.integrationPath, session, options.merchandiseSubtotalMinor),
    merchantProviderConfigId,
    reservedCartVersion: session.cartVersion,
    providerRetryNotAfter: new Date(change.now.getTime() + PROVIDER_RETRY_HOURS * 3_600_000),
  };
}

/** The options an attempt was reserved with. */
export function attemptOptions(attempt: Pick<AttemptRecord, keyof AttemptOptions>): AttemptOptions {
  return {
    commercialMode: attempt.commercialMode,
    integrationPath: attempt.integrationPath,
    pricingMode: attempt.pricingMode,
    checkoutUiMode: attempt.checkoutUiMode,
    directSubscriptionSource: attempt.directSubscriptionSource,
    // Stryker disable next-line StringLiteral: a reserved attempt has a fingerprint
    providerOptionsFingerprint: attempt.providerOptionsFingerprint ?? '',
    merchandiseSubtotalMinor: attempt.merchandiseSubtotalMinor,
  };
}

/** The options of a reservation that the merchant did not ask for. The caller adds the fingerprint. */
export const defaultOptions: Omit<AttemptOptions, 'providerOptionsFingerprint'> =
  attemptOptions(blankAttempt);
