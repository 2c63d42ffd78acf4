import type { ReservedAttempt, SupersedeAttemptInput } from '@parley/contract';
import { type AttemptRecord, blankAttempt } from '@parley/db';
import { type AttemptOptions, requireBelowLimit, validateAttemptOptions } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { hasStoredResponse } from '../request/in-transaction.ts';
import { reservedAttemptView } from '../session-change/attempt-view.ts';
import { changeSession } from '../session-change/change-session.ts';
import { requireAttemptVersion, requirePayable } from '../session-change/preconditions.ts';
import { dueTask, isOutcomeUnknown } from '../session-change/provider-check.ts';
import type { SessionChange } from '../session-change/session-change.ts';
import { completeFree } from './free-cart.ts';
import { activeProviderConfig, reservation } from './reservation.ts';
import { OutcomeUnknownError, withOutcomeResolved } from './resolve-unknown.ts';
import { closeUnpaid } from './sync-attempt.ts';

/**
 * Replaces an attempt that ended without a payment by a new, reserved one with the same commercial
 * and pricing mode. Source: interface 4.15.
 * @throws DomainError not_found, attempt_version_conflict, attempt_not_terminal, invalid_request,
 *   session_expired, session_state_conflict, limit_reached, provider_error, service_unavailable
 */
export async function supersedeAttempt(
  deps: Deps,
  caller: Caller,
  input: SupersedeAttemptInput,
): Promise<ReservedAttempt> {
  const { proxy_session_id: sessionId, acquisition_attempt_id: id, expected_version } = input;
  return withOutcomeResolved(deps, caller, { sessionId }, async (resolved) => {
    const version = resolved?.id === id ? resolved.version : expected_version;
    await closeFailed(deps, caller, { ...input, expected_version: version });
    return changeSession(deps, caller, sessionId, async (change) => {
      const attempt = await change.findAttempt(id);
      requireAttemptVersion(attempt, version);
      // The reservation may prove never to have been used.
      const isUnknown = isOutcomeUnknown(attempt, change.now);
      if (isUnknown && !resolved) throw new OutcomeUnknownError();
      requirePayable(change);
      const options = replacementOptions(attempt, input);
      // The merchant lets the payer try again.
      change.patchSession({ declineCount: 0, lastDeclinedAt: null });
      supersede(deps, change, attempt, { options, reason: input.reason });
      return reservedAttemptView(change.attempt);
    });
  });
}

/** @throws DomainError invalid_request when the options contradict each other */
function replacementOptions(
  attempt: AttemptRecord,
  { replacement }: SupersedeAttemptInput,
): AttemptOptions {
  const options: AttemptOptions = {
    commercialMode: attempt.commercialMode,
    pricingMode: attempt.pricingMode,
    integrationPath: replacement.integration_path,
    checkoutUiMode: replacement.checkout_ui_mode ?? null,
    directSubscriptionSource: replacement.direct_subscription_source ?? null,
    providerOptionsFingerprint: replacement.provider_options_fingerprint,
    // It belongs to the cart that the attempt was for; reserving again sets the current cart's.
    merchandiseSubtotalMinor: null,
  };
  validateAttemptOptions(options);
  return options;
}

/**
 * Closes the object of a failed attempt before it is replaced, because the provider may still accept
 * a payment for it. A payment that arrived before the object was closed counts.
 * @throws DomainError invalid_request, payment_in_progress, provider_error, service_unavailable
 */
async function closeFailed(
  deps: Deps,
  caller: Caller,
  input: SupersedeAttemptInput,
): Promise<void> {
  const attempt = await deps.database
    .forScope(caller)
    .attempts.find(input.proxy_session_id, input.acquisition_attempt_id);
  if (attempt?.status !== 'failed' || attempt.version !== input.expected_version) return;
  if (await hasStoredResponse(deps, caller)) return;
  // A request that will be refused must not close the object.
  replacementOptions(attempt, input);
  requireRoomForAttempt(deps, attempt);
  await closeUnpaid(deps, caller, attempt);
}

/** @throws DomainError limit_reached */
function requireRoomForAttempt({ limits }: Deps, { attemptNumber }: AttemptRecord): void {
  requireBelowLimit('attempts_per_session', attemptNumber, { settings: limits });
}

/**
 * @param replacement `providerCustomerId` may be set only when the payer is known to be the same. Another provider
 *   account has other customers
 * @throws DomainError attempt_not_terminal, limit_reached
 */
export function supersede(
  deps: Deps,
  change: SessionChange,
  attempt: AttemptRecord,
  replacement: { options: AttemptOptions; reason: string; providerCustomerId?: string | null },
): void {
  requireRoomForAttempt(deps, attempt);
  const { reason: supersedeReason } = replacement;
  // What its object takes is not read at intervals any more: it is closed.
  const unscheduled = dueTask(change.state, attempt) === null ? { providerCheckAt: null } : {};
  change.attemptCommand(
    'supersede',
    { isCurrent: false, supersedeReason, ...unscheduled },
    { of: attempt, reason: supersedeReason },
  );
  const config = activeProviderConfig(change);
  change.addAttempt({
    ...blankAttempt,
    merchantId: attempt.merchantId,
    mode: attempt.mode,
    id: deps.newId('pspacq'),
    proxySessionId: attempt.proxySessionId,
    attemptNumber: attempt.attemptNumber + 1,
    ...reservation(change, replacement.options, config),
    status: 'reserved',
    providerCustomerId:
      config === attempt.merchantProviderConfigId ? (replacement.providerCustomerId ?? null) : null,
    supersedesAttemptId: attempt.id,
    createdAt: change.now,
    updatedAt: change.now,
  });
  completeFree(change);
}
