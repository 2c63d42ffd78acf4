import type { BindProviderInput } from '@parley/contract';
import type { AttemptRecord } from '@parley/db';
import { type CommercialMode, DomainError } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { fingerprint } from '../request/fingerprint.ts';
import { changeSession } from '../session-change/change-session.ts';
import { requireCartVersion, requirePayable } from '../session-change/preconditions.ts';
import type { SessionChange } from '../session-change/session-change.ts';
import { attach } from './attach-provider-object.ts';
import { requireOwnObject } from './require-own-object.ts';
import { defaultOptions, optionsMismatch, reserve } from './reservation.ts';
import { OutcomeUnknownError, withOutcomeResolved } from './resolve-unknown.ts';

/**
 * Reserves the attempt for a checkout session of the provider and attaches that session, in one
 * step. Repeating the same binding changes nothing. Source: interface 4.8.
 * @throws DomainError unsupported_psp, not_found, cart_version_conflict, attempt_options_mismatch,
 *   provider_object_conflict, object_type_mismatch, session_expired, session_state_conflict,
 *   payment_in_progress, provider_error, service_unavailable
 */
export async function bindProvider(deps: Deps, caller: Caller, input: BindProviderInput) {
  if (input.psp !== 'provider') throw new DomainError('unsupported_psp');
  const objectId = input.provider_checkout_session_id;
  const bind = async (change: SessionChange) => {
    if (input.expected_cart_version !== undefined) {
      requireCartVersion(change, input.expected_cart_version);
    }
    const { attempt } = change;
    const forCheckout = attempt.integrationPath === 'checkout_session';
    const known = attempt.providerRootObjectId === objectId;
    if (!known) {
      if (attempt.status === 'unknown' && forCheckout) throw new OutcomeUnknownError();
      requirePayable(change);
    }
    if (forCheckout) requireCommercialMode(attempt, input.commercial_mode);
    if (!known) {
      if (attempt.status === 'unreserved') {
        reserve(change, {
          ...defaultOptions,
          commercialMode: input.commercial_mode ?? 'one_time',
          integrationPath: 'checkout_session',
          providerOptionsFingerprint: fingerprint({ provider_checkout_session_id: objectId }),
        });
      } else if (!forCheckout) {
        throw optionsMismatch(['integration_path']);
      }
      await attach(change, change.attempt, {
        role: 'root',
        type: 'checkout.session',
        id: objectId,
      });
    }
    return {
      provider_checkout_session_id: objectId,
      proxy_session_id: change.session.id,
      psp: 'provider',
      updated_at: change.session.updatedAt.toISOString(),
    };
  };
  const object = { type: 'checkout.session', id: objectId };
  const found = await requireOwnObject(deps, caller, input.id, object);
  return withOutcomeResolved(deps, caller, { sessionId: input.id, objectId }, (resolved) =>
    changeSession(deps, caller, input.id, bind, resolved ? null : found),
  );
}

/** @throws DomainError attempt_options_mismatch when the attempt was reserved in another mode */
function requireCommercialMode(attempt: AttemptRecord, given: CommercialMode | undefined): void {
  if (attempt.status === 'unreserved' || given === undefined) return;
  if (attempt.commercialMode !== given) throw optionsMismatch(['commercial_mode']);
}
