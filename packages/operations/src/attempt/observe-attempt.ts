import type { AttemptRecord, LoadedSession, SubscriptionRecord } from '@parley/db';
import { isUnfinished, rootObjectFormats } from '@parley/domain';
import {
  canTakeMoney,
  hasPaymentBegun,
  type ObjectRef,
  type Provider,
  type ProviderDecline,
  type ProviderPayment,
  type ProviderPaymentState,
  type ProviderRoot,
  type ProviderSubscription,
} from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptProvider } from '../request/get-provider.ts';
import { loadSession } from '../session-change/load-session.ts';
import { findAgreedRoots } from './find-agreed-roots.ts';
import { isPaidElsewhere, isStartedElsewhere, withoutPayment } from './foreign-object.ts';
import { getPayments, readReturned } from './read-returned.ts';

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
  /** The payment intent that has taken money, as the event says. */
  readonly takenId?: string | null;
  /** The subscription or invoice that has taken money, as the event says without a payment intent. */
  readonly takenThrough?: string | null;
  /** The decline that the event reports. The object shows only its last one. */
  readonly decline?: ProviderDecline | null;
  /** Whether a payment that was seen before is recorded for another session, which has to be found out. */
  readonly isContested?: boolean;
}

/** An attempt as stored, and what the provider showed of it afterwards. Nothing is decided yet. */
export interface View {
  readonly loaded: LoadedSession;
  readonly attempt: AttemptRecord;
  /** The root object, or the one that becomes it; null if there is nothing to apply. */
  readonly root: ProviderRoot | null;
  /** Another object that names the attempt, without the parts of the root object and of agreed ones. */
  readonly other: ProviderRoot | null;
  /** The object that the event is about, if it is not the root object. */
  readonly named: ProviderRoot | null;
  /** The subscription that the root object, or the other one, has started. */
  readonly subscription: {
    readonly read: ProviderSubscription;
    readonly stored: SubscriptionRecord | null;
  } | null;
  /** Whether what the event reports belongs to an agreed object, whose new payments are renewals. */
  readonly isRenewal: boolean;
  /** Those that are not recorded. */
  readonly declines: readonly ProviderDecline[];
  /** What went back already of payments that are not recorded yet. */
  readonly returned: readonly ProviderPaymentState[];
  /** The objects that were read and can take no more: money of theirs outside the view is none of this session. */
  readonly seen: readonly string[];
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
  {
    objectId,
    other: otherRef = null,
    invoiceId = null,
    takenId = null,
    decline = null,
    isContested = false,
  }: Hints,
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
  const shown = rootId ? await provider.readRoot({ type, id: rootId }) : null;
  const isForeign = async (read: ProviderRoot) =>
    isContested && (await isPaidElsewhere(repositories, sessionId, read));
  const isStarted = shown !== null && (await isStartedElsewhere(repositories, attempt, shown));
  const root = shown && (isStarted || (await isForeign(shown))) ? withoutPayment(shown) : shown;
  const taken = root?.outcome.kind === 'succeeded' ? root.outcome.taken.id : null;
  const isRoot = (id: string) => [rootId, root?.subscriptionId, taken].includes(id);
  const agreedIds = await findAgreedRoots(repositories, loaded, attempt);
  const reading = { deps, caller, provider, attempt, agreedIds, invoiceId, takenId };
  // An object that can take money, or names another attempt, does not explain an event that reports a payment.
  const seen = root && isOf(root, attempt) ? getFinished(root) : [];
  if (shown && root !== shown) seen.push(...shown.intentIds);
  let named: ProviderRoot | null = null;
  let other: ProviderRoot | null = null;
  let agreed: ProviderRoot | null = null;
  let isRenewal = root !== null && agreedIds.has(root.id);
  if (otherRef && !isRoot(otherRef.id)) {
    named = await readNamed(reading, otherRef);
    // What is new of an agreed one are renewals.
    if (named && (await isAgreed(reading, named))) agreed = named;
    const additional = named && !agreed ? await findAdditional(reading, named) : null;
    isRenewal = agreed !== null || additional === 'renewal';
    if (additional !== 'renewal') other = additional;
    // The payment of a root object is recorded once that shows it. Until then nothing explains it.
    const isPart = named?.outcome.kind === 'succeeded' && !agreed && !other;
    if (named && !isPart) seen.push(...getFinished(named));
  } else if (root && !isRenewal && isDecided(loaded, attempt)) {
    other = await readLaterBill(reading, root);
  }
  if (other?.outcome.kind === 'succeeded' && (await isForeign(other))) {
    seen.push(other.id, ...getPayments(other.outcome.taken).map(({ id }) => id));
    other = null;
  }
  if (rootId && !root && !other) return 'not_found';
  const applied =
    root && (attempt.providerRootObjectId || shouldAdopt(attempt, root)) ? root : null;
  // A subscription that paid in place of the root object is not an additional one, but its changes are recorded.
  const subscriptionId = isStarted ? null : (other ?? agreed ?? applied)?.subscriptionId;
  const read = subscriptionId ? await provider.readSubscription(subscriptionId) : null;
  const stored = read && (await repositories.subscriptions.findByProviderId(read.id));
  const declines: ProviderDecline[] = [];
  for (const shown of applied ? [decline, shownDecline(applied)] : []) {
    if (!shown?.id || declines.some(({ id }) => id === shown.id)) continue;
    if (!(await repositories.history.hasDecline(shown.id))) declines.push(shown);
  }
  return {
    loaded,
    attempt,
    root: applied,
    other,
    named,
    subscription: read && { read, stored },
    isRenewal,
    declines,
    returned: await readReturned(provider, loaded, applied, other),
    seen,
  };
}

/** The ids of an object and its subscription if it can take no more money. */
const getFinished = ({ id, subscriptionId, outcome }: ProviderRoot): string[] =>
  canTakeMoney(outcome) ? [] : [id, ...(subscriptionId === null ? [] : [subscriptionId])];

/**
 * Whether an object that was never attached must be attached now: when money is moving, or when the
 * attempt's outcome is unknown. An object that only waits for a payer is left to the merchant's own
 * attach request, whose expected_version would otherwise be stale.
 */
function shouldAdopt(attempt: AttemptRecord, root: ProviderRoot): boolean {
  if (!isOf(root, attempt)) return false;
  return attempt.status === 'unknown' || hasPaymentBegun(root.outcome);
}

/** Whether an object is the attempt's root object, or its metadata names no other attempt. */
const isOf = ({ id, metadata }: ProviderRoot, attempt: AttemptRecord): boolean =>
  id === attempt.providerRootObjectId || (metadata.attemptId ?? attempt.id) === attempt.id;

/** Whether the attempt's root object cannot complete the session any more, or did not match: then it has no renewals. */
const isDecided = ({ session }: LoadedSession, { status }: AttemptRecord): boolean =>
  session.completedAttemptId !== null || !isUnfinished(status);

const shownDecline = ({ outcome }: ProviderRoot): ProviderDecline | null =>
  outcome.kind === 'awaiting_payment' ? outcome.decline : null;

/** Whether an object, or the checkout session that started its subscription, is an agreed one. */
async function isAgreed(
  { deps, caller, agreedIds }: Reading,
  { id, subscriptionId }: ProviderRoot,
): Promise<boolean> {
  if (agreedIds.has(id) || subscriptionId === null) return agreedIds.has(id);
  const { subscriptions } = deps.database.forScope(caller);
  const started = await subscriptions.findByProviderId(subscriptionId);
  return agreedIds.has(started?.providerCheckoutSessionId ?? '');
}

interface Reading {
  readonly deps: Deps;
  readonly caller: Caller;
  readonly provider: Provider;
  readonly attempt: AttemptRecord;
  readonly agreedIds: ReadonlySet<string>;
  readonly invoiceId: string | null;
  readonly takenId: string | null;
}

/** Reads an object that the event was matched by. Null if its metadata names another attempt. */
async function readNamed(
  { provider, attempt }: Reading,
  object: ObjectRef,
): Promise<ProviderRoot | null> {
  const read = await provider.readRoot(object);
  // A subscription of a checkout session, and the payments of a subscription, have no metadata of their own.
  return read && isOf(read, attempt) ? read : null;
}

/**
 * What an object took or started in addition to the root object. A payment that another subscription took belongs to
 * that, or to its checkout session. Null if nothing was taken, or for a part of the root object, whose own state
 * settles the attempt: the payment intent of its checkout session or of an invoice of its subscription. `renewal` for
 * a part of an agreed one.
 */
async function findAdditional(
  reading: Reading,
  read: ProviderRoot,
): Promise<ProviderRoot | 'renewal' | null> {
  const { deps, caller, provider, agreedIds, takenId } = reading;
  // Its subscription may have billed again before the first payment is reported.
  const isFirst =
    read.outcome.kind === 'succeeded' &&
    getPayments(read.outcome.taken).some(({ id }) => id === takenId);
  const shown = (isFirst ? null : await readLaterBill(reading, read)) ?? read;
  const { outcome, subscriptionId } = shown;
  if (outcome.kind !== 'succeeded' && subscriptionId === null) return null;
  const part = outcome.kind === 'succeeded' ? outcome.taken : shown;
  const owners = await provider.findOwners(part);
  const { attempts } = deps.database.forScope(caller);
  for (const { id } of [part, ...owners]) {
    if (agreedIds.has(id)) return 'renewal';
    if (await attempts.findByProviderObject(id)) return null;
  }
  const subscription = owners.find(({ type }) => type === 'subscription');
  if (!subscription || subscriptionId !== null) return shown;
  const { type, id } = owners.at(-1) ?? subscription;
  return { ...shown, type, id, subscriptionId: subscription.id };
}

/**
 * An object with a later payment of its subscription: the one that the event reports, or that of an invoice, by default
 * of the latest one. The object's state as a root object shows the first invoice. Null without such a payment.
 */
async function readLaterBill(
  { provider, invoiceId, takenId }: Reading,
  root: ProviderRoot,
): Promise<ProviderRoot | null> {
  const { subscriptionId, outcome, intentIds } = root;
  if (subscriptionId === null) return null;
  const isIntentUnknown = outcome.kind === 'succeeded' && outcome.taken.id === root.id;
  let taken: ProviderPayment | null = null;
  if (takenId !== null && !isIntentUnknown && !intentIds.includes(takenId)) {
    // Its invoice may be void.
    taken = await provider.readPayment({ type: 'payment_intent', id: takenId });
  } else {
    const id = invoiceId ?? (await provider.readSubscription(subscriptionId))?.latestInvoice?.id;
    taken = id ? await provider.readInvoicePayment({ invoiceId: id }) : null;
  }
  // The first invoice, whose payment the root object shows under its own id.
  if (isIntentUnknown && taken?.capturedAt.getTime() === outcome.taken.capturedAt.getTime())
    return null;
  return taken && { ...root, outcome: { kind: 'succeeded', taken } };
}
