import type { AcquisitionAttempt, AttachProviderObjectInput } from '@parley/contract';
import type { AttemptRecord } from '@parley/db';
import {
  type Confirmation,
  DomainError,
  InvalidFieldError,
  type ObjectRole,
  takesSetupIntent,
  validateProviderObject,
} from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { attemptView } from '../session-change/attempt-view.ts';
import { changeSession } from '../session-change/change-session.ts';
import { requireAttemptVersion, requirePayable } from '../session-change/preconditions.ts';
import { isOutcomeUnknown } from '../session-change/provider-check.ts';
import type { SessionChange } from '../session-change/session-change.ts';
import { bindRoot } from './bind-root.ts';
import { confirmCart, isConfirmedAs, toConfirmation } from './confirm-provider-cart.ts';
import { requireOwnObject } from './require-own-object.ts';
import { OutcomeUnknownError, withOutcomeResolved } from './resolve-unknown.ts';

export interface ProviderObject {
  readonly role: ObjectRole;
  readonly type: string;
  readonly id: string;
  /** When the provider created it; omitted if the object has not been read from the provider. */
  readonly createdAt?: Date;
}

/**
 * Attaches a provider object to an attempt and, if the input has a confirmation, confirms its cart.
 * Attaching the same object again changes nothing. Source: interface 4.14.
 * @throws DomainError not_found, attempt_version_conflict, provider_object_conflict,
 *   object_type_mismatch, cart_version_conflict, provider_amount_mismatch, evidence_conflict,
 *   session_expired, session_state_conflict
 */
export async function attachProviderObject(
  deps: Deps,
  caller: Caller,
  input: AttachProviderObjectInput,
): Promise<AcquisitionAttempt> {
  if (input.provider_confirmation && input.role !== 'root') {
    throw new InvalidFieldError('provider_confirmation', 'may be given only with role "root".');
  }
  const { proxy_session_id: sessionId, acquisition_attempt_id: id, expected_version } = input;
  const object = { role: input.role, type: input.object_type, id: input.object_id };
  const isRoot = input.role === 'root';
  const named = { id, version: expected_version };
  const found = isRoot ? await requireOwnObject(deps, caller, sessionId, object, named) : null;
  const about = { sessionId, objectId: isRoot ? object.id : undefined };
  return withOutcomeResolved(deps, caller, about, (resolved) => {
    const version = resolved?.id === id ? resolved.version : expected_version;
    const work = async (change: SessionChange) => {
      let attempt = await change.findAttempt(id);
      const isUnknown = attempt.version === version && isOutcomeUnknown(attempt, change.now);
      if (isUnknown && !resolved) throw new OutcomeUnknownError();
      requireFit(attempt, object);
      const confirmation =
        input.provider_confirmation && toConfirmation(input.provider_confirmation);
      const known = boundObject(attempt, object.role) === object.id;
      if (known && (!confirmation || hasConfirmed(attempt, confirmation))) {
        return attemptView(attempt);
      }
      requireAttemptVersion(attempt, version);
      requirePayable(change);
      if (!known) attempt = await attach(change, attempt, object);
      if (confirmation) attempt = confirmCart(change, attempt, confirmation);
      return attemptView(attempt);
    };
    return changeSession(deps, caller, sessionId, work, resolved ? null : found);
  });
}

/**
 * Whether a repeated request has nothing to confirm: its confirmation is recorded, or a provider
 * event has already moved the attempt beyond confirmation. An attempt that ended unpaid
 * accepts no new confirmation, so only the recorded one counts.
 */
function hasConfirmed(attempt: AttemptRecord, given: Confirmation): boolean {
  switch (attempt.status) {
    case 'reserved':
    case 'attached':
      return false;
    case 'action_required':
    case 'processing':
    case 'succeeded':
    case 'integrity_failed':
      return true;
    default:
      return isConfirmedAs(attempt, given);
  }
}

/** @throws DomainError object_type_mismatch */
function requireFit(attempt: AttemptRecord, object: ProviderObject): void {
  validateProviderObject(attempt.integrationPath, object);
  if (object.role === 'setup_intent' && !takesSetupIntent(attempt)) {
    throw new DomainError(
      'object_type_mismatch',
      'role setup_intent belongs to integration_path "direct_subscription" with direct_subscription_source "setup_intent".',
    );
  }
}

/**
 * Attaches an object to an attempt that has none in this role, and puts parked provider events about
 * the object back into the queue. A root object that has not been read is due to be read by a sweep:
 * it may have ended before it was attached.
 * @throws DomainError provider_object_conflict, object_type_mismatch, session_state_conflict
 */
export async function attach(
  change: SessionChange,
  attempt: AttemptRecord,
  object: ProviderObject,
): Promise<AttemptRecord> {
  requireFit(attempt, object);
  const bound = boundObject(attempt, object.role);
  if (bound !== null) {
    throw new DomainError(
      'provider_object_conflict',
      `The ${object.role} of this attempt is already ${bound}.`,
    );
  }
  // A violation of the unique index would roll back the commits of other merchants in the same statement.
  requireFreeObject(
    await change.repositories.attempts.findByProviderObject(object.id),
    attempt,
    object,
  );
  change.writes.attachedObject = object.id;
  return object.role === 'root'
    ? attachRoot(change, attempt, object)
    : attachOther(change, attempt, object);
}

function requireFreeObject(
  holder: AttemptRecord | null,
  attempt: AttemptRecord,
  object: ProviderObject,
): void {
  if (!holder || holder.id === attempt.id || object.role === 'customer') return;
  throw new DomainError(
    'provider_object_conflict',
    `object_id ${object.id} is already bound to another attempt.`,
  );
}

function attachRoot(
  change: SessionChange,
  attempt: AttemptRecord,
  object: ProviderObject,
): AttemptRecord {
  if (attempt.status === 'unknown') throw new OutcomeUnknownError();
  const { id, type, createdAt = null } = object;
  const patch = bindRoot(change, attempt, { id, type, createdAt, createdBy: change.objectCreator });
  change.attemptCommand('attach_root', patch, { of: attempt });
  return change.latest(attempt);
}

/** Attaches a customer or setup intent, which raises the version but keeps the status. */
function attachOther(
  change: SessionChange,
  attempt: AttemptRecord,
  object: ProviderObject,
): AttemptRecord {
  if (!takesObjects(attempt)) {
    throw new DomainError(
      'session_state_conflict',
      `The attempt is ${attempt.status}, which does not allow attaching a ${object.role}.`,
    );
  }
  const patch =
    object.role === 'customer'
      ? { providerCustomerId: object.id }
      : { providerSetupIntentId: object.id, setupIntentCreatedBy: change.objectCreator };
  return change.amendAttempt(attempt, patch, {
    action: `attach_${object.role}`,
    event: 'acquisition_attempt.provider_attached',
  });
}

const takesObjects = (attempt: AttemptRecord): boolean =>
  attempt.status === 'reserved' || attempt.status === 'attached' || attempt.status === 'confirmed';

function boundObject(attempt: AttemptRecord, role: ObjectRole): string | null {
  switch (role) {
    case 'root':
      return attempt.providerRootObjectId;
    case 'customer':
      return attempt.providerCustomerId;
    case 'setup_intent':
      return attempt.providerSetupIntentId;
  }
}
