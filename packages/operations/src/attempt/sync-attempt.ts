import type { AttemptRecord, SubscriptionRecord } from '@parley/db';
import { DomainError, rootObjectFormats } from '@parley/domain';
import type { ProviderRoot, ProviderSubscription } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { providerOfAttempt } from '../request/provider-of.ts';
import { changeSession } from '../session/session-change.ts';
import { recordSubscription, type SyncCause } from '../subscription/record-subscription.ts';
import { closeLeftover } from './close-root.ts';
import { findAttempt } from './preconditions.ts';
import { settleAttempt } from './settle-attempt.ts';

/** Times the provider is read again because something was written in the meantime. */
const MAX_READS = 5;

/** Thrown inside the transaction when somebody wrote what the provider was read for. */
class Overtaken extends Error {}

export type SyncResult = 'applied' | 'not_found' | 'overtaken';

/** What the provider shows of an attempt, and what we had kept of it before. */
interface Reading {
  readonly attempt: AttemptRecord;
  readonly root: ProviderRoot;
  readonly subscription: ProviderSubscription | null;
  readonly known: SubscriptionRecord | null;
}

export interface SyncOptions {
  /** The object that is meant, where the attempt has no root yet. */
  readonly objectId?: string | undefined;
  /** The provider's event that made us look. */
  readonly event?: SyncCause['event'];
}

/**
 * Reads an attempt's root object, and the subscription it began, from the provider and applies what
 * they say. The provider is read without holding a lock; what was read counts only if nobody wrote
 * in the meantime, else it is read again.
 * @throws DomainError provider_error, service_unavailable when the provider does not answer
 */
export async function syncAttempt(
  deps: Deps,
  caller: Caller,
  attemptOf: { sessionId: string; attemptId: string },
  options: SyncOptions = {},
): Promise<SyncResult> {
  for (let reads = 0; reads < MAX_READS; reads++) {
    const reading = await readAttempt(deps, caller, attemptOf, options.objectId);
    if (!reading) return 'not_found';
    const { attempt, root } = reading;
    if (!attempt.providerRootObjectId && !isToBeAdopted(attempt, root)) return 'applied';
    try {
      await apply(deps, caller, attemptOf.sessionId, reading, options.event ?? null);
    } catch (error) {
      if (error instanceof Overtaken) continue;
      throw error;
    }
    // What was read is written; where the closing fails, a sweep comes back to it.
    await closeLeftover(deps, caller, attemptOf.sessionId).catch(ignoreOutage);
    return 'applied';
  }
  return 'overtaken';
}

function ignoreOutage(error: unknown): void {
  const away = ['provider_error', 'service_unavailable'];
  if (!(error instanceof DomainError) || !away.includes(error.code)) throw error;
}

async function apply(
  deps: Deps,
  caller: Caller,
  sessionId: string,
  { attempt, root, subscription, known }: Reading,
  event: SyncCause['event'],
): Promise<void> {
  await changeSession(deps, caller, sessionId, async (change) => {
    const locked = await findAttempt(change, attempt.id);
    if (locked.version !== attempt.version) throw new Overtaken();
    const before =
      subscription && (await change.tx.subscriptions.findByProviderId(subscription.id));
    if (before?.version !== known?.version) throw new Overtaken();
    settleAttempt(change, locked, root);
    if (!subscription) return;
    const cause = { source: sourceOf(caller), event };
    const settled = change.latest(locked);
    await recordSubscription(deps, change, settled, before, subscription, cause);
  });
}

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
): Promise<Reading | null> {
  const repositories = deps.database.forScope(caller);
  const attempt = await repositories.attempts.find(attemptOf.sessionId, attemptOf.attemptId);
  const id = attempt?.providerRootObjectId ?? objectId;
  if (!attempt || !id) return null;
  const provider = await providerOfAttempt(deps, caller, attempt);
  if (!provider) return null;
  // Before the provider is read: what is written from now on makes this reading too old.
  const kept = await repositories.subscriptions.findByAttempt(attempt.id);
  const type = attempt.providerRootObjectType ?? rootObjectFormats[attempt.integrationPath].type;
  const root = await provider.readRoot({ type, id });
  if (!root) return null;
  if (!root.subscriptionId) return { attempt, root, subscription: null, known: null };
  const subscription = await provider.readSubscription(root.subscriptionId);
  return { attempt, root, subscription, known: kept };
}

/**
 * Whether an object nobody attached has to be taken up: where money moves, and where nobody knows
 * what became of the reservation. One that only waits for a payer is otherwise left to the
 * merchant's own attach, whose expected_version would be wrong.
 */
function isToBeAdopted(attempt: AttemptRecord, root: ProviderRoot): boolean {
  const moving = ['action_required', 'processing', 'succeeded', 'nothing_due'];
  return attempt.status === 'unknown' || moving.includes(root.outcome.kind);
}
