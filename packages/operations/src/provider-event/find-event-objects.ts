import type { AttemptRecord, LeasedProviderEvent } from '@parley/db';
import { rootObjectFormats } from '@parley/domain';
import type { ObjectRef, ProviderNotification } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptProvider } from '../request/get-provider.ts';

/** An event with the attempt that it is about. */
export interface MatchedEvent {
  readonly event: LeasedProviderEvent;
  readonly notification: ProviderNotification;
  readonly attempt: AttemptRecord;
  /** The objects that the event's object belongs to, nearest first; empty when not needed. */
  readonly owners: readonly ObjectRef[];
}

interface EventObjects {
  /** The attempt's root object, or the one that it can have; null when there is none. */
  readonly rootId: string | null;
  /** An object that can take money and is not the root object; null when there is none. */
  readonly other: ObjectRef | null;
}

const rootTypes = Object.values(rootObjectFormats).map(({ type }) => type);

/** An invoice without a subscription can take money, although it is no root object. */
const payableTypes: ReadonlySet<string> = new Set([...rootTypes, 'invoice']);

/**
 * The objects of an event that can have taken money for its attempt.
 * @throws DomainError provider_error, service_unavailable
 */
export async function findEventObjects(
  deps: Deps,
  caller: Caller,
  matched: MatchedEvent,
): Promise<EventObjects> {
  const { attempt } = matched;
  const object = findPayableObject(matched);
  const attachedId = attempt.providerRootObjectId;
  if (attachedId) return { rootId: attachedId, other: object?.id === attachedId ? null : object };
  const rootId = findRootId(matched, getIds(matched));
  if (!object || (rootId && object.type !== 'payment_intent')) return { rootId, other: null };
  // A payment intent belongs to the checkout session or subscription that created it, whatever its metadata names.
  const provider = await getAttemptProvider(deps, caller, attempt);
  const owners = await provider.findOwners(object);
  const owner = owners.findLast(({ type }) => payableTypes.has(type));
  if (!owner) return rootId ? { rootId, other: null } : { rootId: null, other: object };
  const ownerId = findRootId(
    matched,
    owners.map(({ id }) => id),
  );
  return ownerId ? { rootId: ownerId, other: null } : { rootId: null, other: owner };
}

/** What can take money of the event's object: its outermost owner, itself or its subscription, if it has one. */
function findPayableObject({ event, notification, owners }: MatchedEvent): ObjectRef | null {
  const { objectType: type, relatedSubscriptionId } = notification;
  const owner = owners.findLast((candidate) => payableTypes.has(candidate.type));
  if (type === 'payment_intent' && owner) return owner;
  if (relatedSubscriptionId) return { type: 'subscription', id: relatedSubscriptionId };
  return payableTypes.has(type) ? { type, id: event.objectId } : null;
}

const getIds = ({ event, notification, owners }: MatchedEvent): string[] => [
  event.objectId,
  notification.relatedSubscriptionId ?? '',
  ...owners.map((owner) => owner.id),
];

/** The first id of an object that can be the attempt's root object. */
function findRootId({ attempt }: MatchedEvent, ids: readonly string[]): string | null {
  const { prefix } = rootObjectFormats[attempt.integrationPath];
  return ids.find((id) => id.startsWith(prefix)) ?? null;
}
