import { type AttemptRecord, blankAttempt } from '@parley/db';
import {
  type AttemptOptions,
  DomainError,
  type IntegrationPath,
  listDifferingOptions,
  type Money,
  PROVIDER_RETRY_HOURS,
  type ProviderConfigId,
} from '@parley/domain';
import { requirePayable } from '../session-change/preconditions.ts';
import { isCartRefused, isOutcomeUnknown } from '../session-change/provider-check.ts';
import type { SessionChange } from '../session-change/session-change.ts';
import { completeFree } from './free-cart.ts';
import { OutcomeUnknownError } from './resolve-unknown.ts';

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

/**
 * The columns about the merchandise of the current cart. A direct subscription's fees are based on
 * its subtotal, or on the whole charge as long as there is no subtotal.
 * @param charge the charge of the current cart
 * @param subtotal minor units
 */
function merchandiseColumns(
  path: IntegrationPath,
  charge: Money,
  subtotal: number | null,
): Partial<AttemptRecord> {
  const direct = path === 'direct_subscription';
  const source = subtotal === null ? 'session_amount' : 'merchandise_subtotal';
  return {
    merchandiseSubtotalMinor: subtotal,
    directFeeBasisSource: direct ? source : null,
    directMerchandiseCurrency: direct ? charge.currency : null,
    directMerchandiseSubtotalMinor: direct ? (subtotal ?? charge.amountMinor) : null,
  };
}

/**
 * Whether the merchant has not said yet what the merchandise of the current cart amounts to: the cart
 * was replaced since the attempt was reserved, or the attempt replaces one that had a subtotal.
 */
function isSubtotalPending({ attempt, session }: SessionChange): boolean {
  if (attempt.merchandiseSubtotalMinor !== null) return false;
  if (attempt.status !== 'reserved' && attempt.status !== 'attached') return false;
  return (
    attempt.supersedesAttemptId !== null || attempt.reservedCartVersion !== session.cartVersion
  );
}

/** Sets the merchandise subtotal of the current cart, in minor units; null when it has none. */
export function setMerchandiseSubtotal(change: SessionChange, subtotal: number | null): void {
  const { attempt, session } = change;
  const columns = merchandiseColumns(attempt.integrationPath, session, subtotal);
  const keys = Object.keys(columns) as (keyof typeof columns)[];
  if (keys.every((key) => attempt[key] === columns[key])) return;
  const action = subtotal === null ? 'clear_merchandise_subtotal' : 'set_merchandise_subtotal';
  change.amendAttempt(attempt, columns, { action });
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
