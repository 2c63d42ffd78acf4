import type { ReserveAttemptInput, ReservedAttempt } from '@parley/contract';
import type { SessionState } from '@parley/db';
import { type AttemptOptions, isUnfinished, validateAttemptOptions } from '@parley/domain';
import { type Caller, withoutIdempotency } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { reservedAttemptView } from '../session-change/attempt-view.ts';
import { changeSession } from '../session-change/change-session.ts';
import { requireCartVersion } from '../session-change/preconditions.ts';
import { needsNoObject, settleJoined } from './free-cart.ts';
import { reserve } from './reservation.ts';
import { withOutcomeResolved } from './resolve-unknown.ts';
import { ignoreOutage } from './retry-deadline.ts';

/**
 * Reserves the session's attempt, or joins it with equal options. Source: interface 4.12.
 * @throws DomainError not_found, invalid_request, cart_version_conflict, attempt_options_mismatch,
 *   charge_refused, session_expired, session_state_conflict; payment_in_progress, provider_error,
 *   service_unavailable when the outcome of an earlier reservation is unknown
 */
export async function reserveAttempt(
  deps: Deps,
  caller: Caller,
  input: ReserveAttemptInput,
): Promise<ReservedAttempt> {
  const options: AttemptOptions = {
    commercialMode: input.commercial_mode,
    integrationPath: input.integration_path,
    pricingMode: input.pricing_mode,
    checkoutUiMode: input.checkout_ui_mode ?? null,
    directSubscriptionSource: input.direct_subscription_source ?? null,
    providerOptionsFingerprint: input.provider_options_fingerprint,
    merchandiseSubtotalMinor: input.merchandise_subtotal_minor ?? null,
  };
  validateAttemptOptions(options);
  const sessionId = input.proxy_session_id;
  let joined: SessionState | null = null;
  const reserved = await withOutcomeResolved(deps, caller, { sessionId }, () =>
    changeSession(deps, caller, sessionId, (change) => {
      if (input.expected_cart_version !== undefined) {
        requireCartVersion(change, input.expected_cart_version);
      }
      reserve(change, options);
      joined = needsNoObject(change) && isUnfinished(change.attempt.status) ? change.state : null;
      return reservedAttemptView(change.attempt);
    }),
  );
  // The reservation is for a previous cart, so an object that can take its charge may exist.
  if (joined) await settleJoined(deps, withoutIdempotency(caller), joined).catch(ignoreOutage);
  return reserved;
}
