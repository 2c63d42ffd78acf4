import type { AttemptRecord, SubscriptionRecord } from '@parley/db';
import { rootObjectFormats } from '@parley/domain';
import type { ProviderDecline, ProviderRoot, ProviderSubscription } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptProvider } from '../request/get-provider.ts';
import { changeIfUnchanged } from '../session-change/change-session.ts';
import { recordDeclines } from '../session-change/record-declines.ts';
import { recordSubscription, type SyncCause } from '../subscription/record-subscription.ts';
import { closeOrphanedObject } from './close-root.ts';
import { isProviderOutage } from './retry-deadline.ts';
import { settleAttempt } from './settle-attempt.ts';

/** How often the provider is read before giving up because the attempt keeps changing. */
const MAX_READS = 5;

/** `other_root`: the attempt has another root object than the one that the caller named; it was not read. */
export type SyncResult = 'applied' | 'not_found' | 'overtaken' | 'other_root';

/** An attempt as read from the provider, with the rows that were stored before the read. */
interface Reading {
  readonly attempt: AttemptRecord;
  readonly root: ProviderRoot;
  readonly subscription: ProviderSubscription | null;
  /** Null also when there is no `subscription` that would replace its state. */
  readonly storedSubscription: SubscriptionRecord | null;
}

export interface SyncOptions {
  /** The object that the caller takes for the attempt's root object, attached or not. */
  readonly objectId?: string | undefined;
  /** The provider event that caused the read. */
  readonly event?: SyncCause['event'];
  /** The decline that the event reports. The object shows only its last one. */
  readonly decline?: ProviderDecline | null;
}

/**
 * Reads an attempt's root object and its subscription from the provider and applies their state.
 * If the attempt or the subscription was written in the meantime, both are read again.
 * @throws DomainError provider_error, service_unavailable when the provider does not respond
 */
export async function syncAttempt(
  deps: Deps,
  caller: Caller,
  attemptOf: { sessionId: string; attemptId: string },
  options: SyncOptions = {},
): Promise<SyncResult> {
  for (let reads = 0; reads < MAX_READS; reads++) {
    const reading = await readAttempt(deps, caller, attemptOf, options.objectId);
    if (reading === 'other_root') return reading;
    if (!reading) return 'not_found';
    const { attempt, root } = reading;
    if (!attempt.providerRootObjectId && !shouldAdopt(attempt, root)) return 'applied';
    if ((await apply(deps, caller, reading, options)) === 'stale') continue;
    // The state is written. When closing fails, a sweep tries again.
    await closeOrphanedObject(deps, caller, attemptOf.sessionId).catch((error: unknown) => {
      if (!isProviderOutage(error)) throw error;
    });
    return 'applied';
  }
  return 'overtaken';
}

/** @returns 'stale' when the attempt or its subscription was written after it was read */
async function apply(
  deps: Deps,
  caller: Caller,
  { attempt, root, subscription, storedSubscription }: Reading,
  { event = null, decline = null }: SyncOptions,
): Promise<'applied' | 'stale'> {
  return changeIfUnchanged(deps, caller, attempt, async (change, unchanged) => {
    const before =
      subscription && (await change.repositories.subscriptions.findByProviderId(subscription.id));
    if (before?.version !== storedSubscription?.version) return 'stale';
    await recordDeclines(change, unchanged, [decline, lastDecline(root)]);
    settleAttempt(change, unchanged, root);
    if (subscription) {
      const cause = { source: sourceOf(caller), event };
      const settled = change.latest(unchanged);
      recordSubscription(deps, change, settled, before, subscription, cause);
    }
    return 'applied';
  });
}

const lastDecline = ({ outcome }: ProviderRoot): ProviderDecline | null =>
  outcome.kind === 'awaiting_payment' ? outcome.decline : null;

function sourceOf(caller: Caller): SyncCause['source'] {
  switch (caller.actor.kind) {
    case 'provider':
      return 'event';
    case 'system':
      return 'sweep';
    case 'payer':
      return 'payer';
    default:
      return 'merchant';
  }
}

async function readAttempt(
  deps: Deps,
  caller: Caller,
  attemptOf: { sessionId: string; attemptId: string },
  objectId: string | undefined,
): Promise<Reading | 'other_root' | null> {
  const repositories = deps.database.forScope(caller);
  const attempt = await repositories.attempts.find(attemptOf.sessionId, attemptOf.attemptId);
  const id = attempt?.providerRootObjectId ?? objectId;
  if (!attempt || !id) return null;
  if (objectId !== undefined && objectId !== id) return 'other_root';
  const provider = await getAttemptProvider(deps, caller, attempt);
  // Read before the provider: a later write must make this reading stale.
  const stored = await repositories.subscriptions.findByAttempt(attempt.id);
  const { type } = rootObjectFormats[attempt.integrationPath];
  const root = await provider.readRoot({ type, id });
  if (!root) return null;
  const { subscriptionId } = root;
  const subscription = subscriptionId ? await provider.readSubscription(subscriptionId) : null;
  return { attempt, root, subscription, storedSubscription: subscription && stored };
}

/**
 * Whether an object that was never attached must be attached now: when money is moving, or when the
 * attempt's outcome is unknown. An object that only waits for a payer is left to the merchant's own
 * attach request, whose expected_version would otherwise be stale.
 */
function shouldAdopt(attempt: AttemptRecord, root: ProviderRoot): boolean {
  const moving = ['action_required', 'processing', 'succeeded', 'nothing_due'];
  return attempt.status === 'unknown' || moving.includes(root.outcome.kind);
}
