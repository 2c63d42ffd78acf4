import type { SessionWithOutcome } from '@parley/db';
import { DomainError, type IdPrefix } from '@parley/domain';
import type { NamedAttempt, ObjectRef } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getProvider } from '../request/get-provider.ts';
import { changeSession } from '../session-change/change-session.ts';
import { isProviderOutage } from './retry-deadline.ts';

/** An attempt, as far as metadata names one. */
type Named = { readonly [Key in keyof NamedAttempt]: string | null };

/**
 * Reads an object that is to be attached from the provider, which may show that it was created for another
 * attempt, or has a part that is bound to one: then its events could be taken for those of either. While the provider does not
 * respond, the object is attached unread.
 * @param expected the attempt; the current one if omitted
 * @returns the session as read, with the stored outcome of the request
 * @throws DomainError provider_object_conflict
 */
export async function requireOwnObject(
  deps: Deps,
  caller: Caller,
  sessionId: string,
  object: ObjectRef,
  expected?: { readonly id: string; readonly version: number },
): Promise<SessionWithOutcome | null> {
  const { attempts, providerConfigs } = deps.database.forScope(caller);
  const found = await deps.database.findSession(caller, sessionId, caller.idempotency);
  if (!found || found.storedOutcome) return found;
  const { attempt: current, activeProviderConfigId } = found.session;
  const isCurrent = !expected || expected.id === current.id;
  const attempt = isCurrent ? current : await attempts.find(sessionId, expected.id);
  const isRequested = !expected || attempt?.version === expected.version;
  if (!attempt || !isRequested || attempt.providerRootObjectId === object.id) return found;
  const configId = attempt.merchantProviderConfigId ?? activeProviderConfigId;
  const config = configId && (await providerConfigs.find(configId));
  if (!config) return found;
  const provider = getProvider(deps, config);
  const isOther = (named: Named) => namesOther(named, { attemptId: attempt.id, sessionId });
  const isBoundElsewhere = async (ids: readonly string[]) => {
    const bound = ids.length > 0 ? await attempts.findBound(ids) : null;
    return bound !== null && bound.id !== attempt.id;
  };
  /** Such as the payment intent of another session's checkout session. */
  const hasOtherOwner = async () => {
    const owners = await provider.findOwners(object);
    if (await isBoundElsewhere(owners.map(({ id }) => id))) return true;
    return owners.some((owner) => owner.attempts.some(isOther));
  };
  const readOwner = async () => {
    const read = await provider.readRoot(object);
    if (!read) return false;
    // Such as the subscription whose first payment intent is attached to another session.
    const parts = [...read.intentIds, read.subscriptionId].filter((id) => id !== null);
    if (await isBoundElsewhere(parts.filter((id) => id !== object.id))) return true;
    if (read.metadata.attemptId === attempt.id) return false;
    return isOther(read.metadata) || hasOtherOwner();
  };
  const isTaken = await readOwner().catch((error: unknown) => {
    if (isProviderOutage(error)) return false;
    throw error;
  });
  if (!isTaken) return found;
  // As a change of the session, so that the refusal is stored under the idempotency key.
  const refuse = () => {
    throw new DomainError(
      'provider_object_conflict',
      `${object.id} was created for another attempt, or belongs to an object of one. Attach an object that was created for this attempt.`,
    );
  };
  await changeSession(deps, caller, sessionId, refuse, found);
  // Another request with the same key has succeeded in the meantime.
  return deps.database.findSession(caller, sessionId, caller.idempotency);
}

/**
 * Whether metadata names another attempt or session. It need not be one of this merchant: merchants can share a
 * provider account. A name without the prefix of our ids is another system's.
 */
function namesOther(named: Named, { attemptId, sessionId }: NamedAttempt): boolean {
  const isOther = (prefix: IdPrefix, name: string | null, id: string) =>
    Boolean(name?.startsWith(`${prefix}_`)) && name !== id;
  return (
    isOther('pspacq', named.attemptId, attemptId) || isOther('psess', named.sessionId, sessionId)
  );
}
