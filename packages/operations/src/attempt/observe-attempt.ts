import type { AttemptRecord, LoadedSession, SubscriptionRecord } from '@parley/db';
import { rootObjectFormats } from '@parley/domain';
import type {
  ObjectRef,
  Provider,
  ProviderDecline,
  ProviderPayment,
  ProviderRoot,
  ProviderSubscription,
} from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptProvider } from '../request/get-provider.ts';
import { loadSession } from '../session-change/load-session.ts';

/** An attempt of a session. */
export interface AttemptOf {
  readonly sessionId: string;
  readonly attemptId: string;
}

/** What an event says about where to look. */
export interface Hints {
  /** The object that the caller takes for the attempt's root object, attached or not. */
  readonly objectId?: string | undefined;
  /** An object that can take money and is not the root object. */
  readonly other?: ObjectRef | null;
  /** The invoice of `other` that the event is about; its latest one by default. */
  readonly invoiceId?: string | null;
  /** The decline that the event reports. The object shows only its last one. */
  readonly decline?: ProviderDecline | null;
}

/** An attempt as stored, and what the provider showed of it afterwards. Nothing is decided yet. */
export interface View {
  readonly loaded: LoadedSession;
  readonly attempt: AttemptRecord;
  /** The root object, or the one that becomes it; null if there is nothing to apply. */
  readonly root: ProviderRoot | null;
  /** Another object that names the attempt. */
  readonly other: ProviderRoot | null;
  /** The subscription that the root object, or the other one, has started. */
  readonly subscription: {
    readonly read: ProviderSubscription;
    readonly stored: SubscriptionRecord | null;
  } | null;
  /** Those that are not recorded. */
  readonly declines: readonly ProviderDecline[];
}

/**
 * Reads a session and then what the provider shows of one of its attempts.
 * @returns `not_found` without an attempt or an object; `other_root` if the attempt has another root
 *   object than the one that the caller named
 * @throws DomainError not_found for an unknown session; provider_error, service_unavailable
 */
export async function observe(
  deps: Deps,
  caller: Caller,
  { sessionId, attemptId }: AttemptOf,
  { objectId, other: otherRef = null, invoiceId = null, decline = null }: Hints,
): Promise<View | 'not_found' | 'other_root'> {
  const repositories = deps.database.forScope(caller);
  const loaded = await loadSession(deps, caller, sessionId);
  const attempt =
    loaded.attempt.id === attemptId
      ? loaded.attempt
      : await repositories.attempts.find(sessionId, attemptId);
  const rootId = attempt?.providerRootObjectId ?? objectId;
  if (!attempt || (!rootId && !otherRef)) return 'not_found';
  if (objectId !== undefined && objectId !== rootId) return 'other_root';
  const provider = await getAttemptProvider(deps, caller, attempt);
  const { type } = rootObjectFormats[attempt.integrationPath];
  const root = rootId ? await provider.readRoot({ type, id: rootId }) : null;
  const taken = root?.outcome.kind === 'succeeded' ? root.outcome.taken.id : null;
  const isRoot = (id: string) => [rootId, root?.subscriptionId, taken].includes(id);
  const other =
    otherRef && !isRoot(otherRef.id)
      ? await readOther(deps, caller, provider, attempt, otherRef, invoiceId)
      : null;
  if (rootId && !root && !other) return 'not_found';
  const applied =
    root && (attempt.providerRootObjectId || shouldAdopt(attempt, root)) ? root : null;
  const subscriptionId = (other ?? applied)?.subscriptionId;
  const read = subscriptionId ? await provider.readSubscription(subscriptionId) : null;
  const stored = read && (await repositories.subscriptions.findByProviderId(read.id));
  const declines: ProviderDecline[] = [];
  for (const one of applied ? [decline, shownDecline(applied)] : []) {
    if (!one?.id || declines.some(({ id }) => id === one.id)) continue;
    if (!(await repositories.history.hasDecline(one.id))) declines.push(one);
  }
  return {
    loaded,
    attempt,
    root: applied,
    other,
    subscription: read && { read, stored },
    declines,
  };
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

const shownDecline = ({ outcome }: ProviderRoot): ProviderDecline | null =>
  outcome.kind === 'awaiting_payment' ? outcome.decline : null;

/**
 * Reads an object that names the attempt in its metadata.
 * @returns null if it names another attempt, or if its payment is that of an attempt's root object
 */
async function readOther(
  deps: Deps,
  caller: Caller,
  provider: Provider,
  attempt: AttemptRecord,
  object: ObjectRef,
  invoiceId: string | null,
): Promise<ProviderRoot | null> {
  const read = await provider.readRoot(object);
  if (read?.metadata.attemptId !== attempt.id) return null;
  const billed =
    object.type === 'subscription' ? await readBilled(provider, object.id, invoiceId) : null;
  const outcome = billed ? ({ kind: 'succeeded', taken: billed } as const) : read.outcome;
  if (outcome.kind === 'succeeded') {
    const belongs = await belongsToRoot(deps, caller, provider, outcome.taken);
    return belongs ? null : { ...read, outcome };
  }
  return object.type === 'subscription' ? read : null;
}

/** The payment of an invoice of a subscription, by default of its latest one. Its state as a root object shows the first. */
async function readBilled(
  provider: Provider,
  subscriptionId: string,
  invoiceId: string | null,
): Promise<ProviderPayment | null> {
  const id = invoiceId ?? (await provider.readSubscription(subscriptionId))?.latestInvoice?.id;
  return id ? provider.readInvoicePayment({ invoiceId: id, subscriptionId }) : null;
}

/**
 * Whether the payment is that of an attempt's root object, such as the payment intent of its checkout
 * session or of an invoice of its subscription. The root object's own state settles the attempt.
 */
async function belongsToRoot(
  deps: Deps,
  caller: Caller,
  provider: Provider,
  taken: ProviderPayment,
): Promise<boolean> {
  const { attempts } = deps.database.forScope(caller);
  for (const { id } of [taken, ...(await provider.findOwners(taken))]) {
    if (await attempts.findByProviderObject(id)) return true;
  }
  return false;
}
