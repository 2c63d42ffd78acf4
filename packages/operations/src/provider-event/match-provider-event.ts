import type { AttemptRecord, LeasedProviderEvent } from '@parley/db';
import type { NamedAttempt, ObjectRef, ProviderNotification } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getProvider } from '../request/get-provider.ts';

/** What an event was matched with. */
export interface EventMatch {
  /** Null if the event matches no attempt yet. */
  readonly attempt: AttemptRecord | null;
  /** The objects that the event's object belongs to, nearest first; empty when they are not known. */
  readonly owners: readonly ObjectRef[];
}

/**
 * Finds the attempt of an event: first by the stored binding of its object or of an owner that the payload
 * names, because metadata can be copied from another object. Metadata counts only for an object that is not
 * bound. Last, the owners are read from the provider.
 * @throws DomainError provider_error, service_unavailable
 */
export async function matchProviderEvent(
  deps: Deps,
  caller: Caller,
  event: LeasedProviderEvent,
  notification: ProviderNotification,
): Promise<EventMatch> {
  const { attempts, pspConfigs } = deps.database.forScope(caller);
  async function findNamed(names: readonly NamedAttempt[]): Promise<AttemptRecord | null> {
    for (const { sessionId, attemptId } of names) {
      const attempt = await attempts.find(sessionId, attemptId);
      if (attempt) return attempt;
    }
    return null;
  }
  const { owners: named } = notification;
  const bound = await attempts.findBound([event.objectId, ...named.map(({ id }) => id)]);
  const known = bound ?? (await findNamed(notification.attempts));
  if (known) return { attempt: known, owners: named };

  const config = await pspConfigs.find(event.pspConfigId);
  if (!config) return { attempt: null, owners: [] };
  const object = { type: notification.objectType, id: event.objectId };
  const owners = await getProvider(deps, config).findOwners(object);
  const attempt =
    (await attempts.findBound(owners.map(({ id }) => id))) ??
    (await findNamed(owners.flatMap((owner) => owner.attempts)));
  return { attempt, owners };
}
