import type { AttemptRecord, LeasedProviderEvent, OwnedObjects } from '@parley/db';
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
  /** Whether metadata of the object or of an owner names an attempt, which may not exist. */
  readonly isNamed: boolean;
  /**
   * The object whose attachment an unmatched event waits for: its outermost owner, or its own object. Null
   * while its owners have not been read from the provider.
   */
  readonly parkedFor: string | null;
}

/**
 * Finds the attempt of an event: first by the stored binding of its object or of a known owner, because
 * metadata can be copied from another object. Metadata counts only for an object that is not bound. Last,
 * the owners are read from the provider, once at most, and only if an attempt can have such owners.
 * @throws DomainError provider_error, service_unavailable
 */
export async function matchProviderEvent(
  deps: Deps,
  caller: Caller,
  event: LeasedProviderEvent,
  notification: ProviderNotification,
): Promise<EventMatch> {
  const { attempts, providerConfigs } = deps.database.forScope(caller);
  async function findNamed(names: readonly NamedAttempt[]): Promise<AttemptRecord | null> {
    for (const { sessionId, attemptId } of names) {
      const attempt = await attempts.find(sessionId, attemptId);
      if (attempt) return attempt;
    }
    return null;
  }
  const { owners: known } = notification;
  const { parkedFor } = event;
  const ids = [event.objectId, ...known.map(({ id }) => id), parkedFor ?? event.objectId];
  const isNamed = notification.attempts.length > 0;
  const found = (await attempts.findBound(ids)) ?? (await findNamed(notification.attempts));
  if (found) return { attempt: found, owners: known, isNamed, parkedFor };

  const unmatched = { attempt: null, owners: [], isNamed, parkedFor };
  if (parkedFor !== null) return unmatched;
  const objects = getOwnedObjects(notification);
  // An event that was matched keeps its attempt when that ends.
  if (!event.proxySessionId && !(await attempts.canOwn(event.providerConfigId, objects)))
    return unmatched;
  const config = await providerConfigs.find(event.providerConfigId);
  if (!config) return unmatched;
  const object = { type: notification.objectType, id: event.objectId };
  const owners = await getProvider(deps, config).findOwners(object);
  const names = owners.flatMap((owner) => owner.attempts);
  const attempt =
    (await attempts.findBound(owners.map(({ id }) => id))) ?? (await findNamed(names));
  // An owner that names an attempt is read again: nothing else shows that its metadata does.
  if (names.length > 0) return { attempt, owners, isNamed: true, parkedFor: null };
  return { attempt, owners, isNamed, parkedFor: owners.at(-1)?.id ?? event.objectId };
}

function getOwnedObjects({ topic, objectType }: ProviderNotification): OwnedObjects {
  if (objectType === 'setup_intent' || objectType === 'charge') return objectType;
  return topic === 'payment' ? 'payment' : 'refund';
}
