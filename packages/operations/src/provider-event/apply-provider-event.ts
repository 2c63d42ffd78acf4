import type { AttemptRecord, LeasedProviderEvent, ProviderEventOutcome } from '@parley/db';
import { DomainError, errorTable, PROXY_CONTRACT_VERSION, rootObjectFormats } from '@parley/domain';
import type { ObjectRef } from '@parley/provider';
import { recordUnexpectedPayment } from '../attempt/record-unexpected-payment.ts';
import { startTrial } from '../attempt/start-trial.ts';
import { syncAttempt } from '../attempt/sync-attempt.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { providerOf } from '../request/provider-of.ts';
import { noteMoneyBack } from './note-money-back.ts';

/** The events that are applied; every other kind is kept and ignored. At most 20, for the provider's list. */
export const appliedEventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'setup_intent.succeeded',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'charge.refunded',
  'charge.dispute.created',
] as const;

/** Those of other events about the same objects that may be taken up as well: they only say where to look. */
const applied = /^(payment_intent|checkout\.session|customer\.subscription)\./;
const known: ReadonlySet<string> = new Set(appliedEventTypes);

/** Tries of one event, after failures of our own, before a person has to look at it. */
const MAX_TRIES = 10;
/** Seconds between two tries, at most. */
const MAX_WAIT_SECONDS = 600;

/** What came of an event, and what stood in the way, for the log. */
export type AppliedEvent = ProviderEventOutcome & { readonly error?: unknown };

/**
 * Applies a kept provider event. The event only says where to look: what counts is the object as
 * the provider shows it when it is read again, so duplicates and any order do no harm.
 */
export async function applyProviderEvent(
  deps: Deps,
  event: LeasedProviderEvent,
): Promise<AppliedEvent> {
  if (!known.has(event.type) && !applied.test(event.type)) {
    return { status: 'ignored', note: `${event.type} changes no session`, proxySessionId: null };
  }
  const caller = providerCaller(event);
  let sessionId: string | null = null;
  try {
    const { attempt, owners } = await findSubject(deps, caller, event);
    if (!attempt) {
      return {
        status: 'parked',
        note: 'matches no attempt yet',
        proxySessionId: null,
        parkedFor: owners.at(-1)?.id ?? null,
        retryInSeconds: replayAfter(event),
      };
    }
    sessionId = attempt.proxySessionId;
    if (event.type.startsWith('charge.')) {
      await noteMoneyBack(deps, caller, attempt, event);
      return { status: 'applied', note: null, proxySessionId: sessionId };
    }
    return await sync(deps, caller, event, attempt, owners);
  } catch (error) {
    const transient = error instanceof DomainError && errorTable[error.code].retryable;
    const note =
      error instanceof DomainError ? `${error.code}: ${error.message}` : 'internal error';
    return retry(event, { note, proxySessionId: sessionId, error }, transient);
  }
}

async function sync(
  deps: Deps,
  caller: Caller,
  event: LeasedProviderEvent,
  attempt: AttemptRecord,
  owners: readonly ObjectRef[],
): Promise<AppliedEvent> {
  const { proxySessionId } = attempt;
  const objectId = rootCandidate(attempt, event, owners);
  if (!attempt.providerRootObjectId && !objectId) {
    if (event.objectId === attempt.providerSetupIntentId) {
      await startTrial(deps, caller, attempt);
      return { status: 'applied', note: null, proxySessionId };
    }
    return { status: 'applied', note: 'no root object yet', proxySessionId };
  }
  if (attempt.providerRootObjectId && objectId && objectId !== attempt.providerRootObjectId) {
    const { type } = rootObjectFormats[attempt.integrationPath];
    const object = { type, id: objectId };
    const unexpected = await recordUnexpectedPayment(deps, caller, attempt, object);
    if (unexpected)
      return { status: 'applied', note: 'money beside the root object', proxySessionId };
  }
  const result = await syncAttempt(
    deps,
    caller,
    { sessionId: proxySessionId, attemptId: attempt.id },
    { objectId, event: { id: event.eventId, at: event.occurredAt } },
  );
  if (result === 'applied') return { status: 'applied', note: null, proxySessionId };
  if (result === 'not_found') {
    const note = 'the provider has no such object';
    return { status: 'parked', note, proxySessionId, retryInSeconds: replayAfter(event) };
  }
  return retry(event, { note: 'the attempt kept changing', proxySessionId }, true);
}

/** Seconds a parked event waits for its next try: a minute, then four, then sixteen, … */
const replayAfter = (event: LeasedProviderEvent): number => 60 * 4 ** (event.attempts - 1);

function providerCaller(event: LeasedProviderEvent): Caller {
  return {
    merchantId: event.merchantId,
    mode: event.mode,
    actor: { kind: 'provider', id: event.eventId },
    requestId: null,
  };
}

interface Subject {
  readonly attempt: AttemptRecord | null;
  /** What stands above the event's object, as far as that had to be asked; nearest first. */
  readonly owners: readonly ObjectRef[];
}

/** By metadata first, then by the object's id, then by what the object belongs to. */
async function findSubject(
  deps: Deps,
  caller: Caller,
  event: LeasedProviderEvent,
): Promise<Subject> {
  const { attempts, pspConfigs } = deps.database.forScope(caller);
  const object = eventObject(event);
  for (const metadata of metadataOf(object)) {
    const named = metadata && (await attempts.find(metadata.sessionId, metadata.attemptId));
    if (named) return { attempt: named, owners: [] };
  }
  const own = await attempts.findByProviderObject(event.objectId);
  if (own) return { attempt: own, owners: [] };
  const config = await pspConfigs.find(event.pspConfigId);
  const type = typeof object.object === 'string' ? object.object : '';
  const owners = config
    ? await providerOf(deps, config).findOwners({ type, id: event.objectId })
    : [];
  for (const owner of owners) {
    const attempt = await attempts.findByProviderObject(owner.id);
    if (attempt) return { attempt, owners };
  }
  return { attempt: null, owners };
}

/** The object's own metadata, then that of the subscription an invoice is for. */
function metadataOf(object: Record<string, unknown>) {
  const parent = object.parent as
    | { subscription_details?: { metadata?: unknown } | null }
    | null
    | undefined;
  return [object.metadata, parent?.subscription_details?.metadata].map(readMetadata);
}

function readMetadata(value: unknown): { sessionId: string; attemptId: string } | null {
  const metadata = value as Record<string, unknown> | null | undefined;
  const sessionId = metadata?.proxy_session_id;
  const attemptId = metadata?.proxy_acquisition_attempt_id;
  const ours = metadata?.proxy_contract_version === PROXY_CONTRACT_VERSION;
  if (!ours || typeof sessionId !== 'string' || typeof attemptId !== 'string') return null;
  return { sessionId, attemptId };
}

/** The root that is meant: the event's object or what it belongs to, by the kind the path asks for. */
function rootCandidate(
  attempt: AttemptRecord,
  event: LeasedProviderEvent,
  owners: readonly ObjectRef[],
): string | undefined {
  const { prefix } = rootObjectFormats[attempt.integrationPath];
  const invoiced = invoicedSubscription(eventObject(event));
  const candidates = [event.objectId, invoiced, ...owners.map((owner) => owner.id)];
  return candidates.find((id) => id?.startsWith(prefix));
}

function invoicedSubscription(object: Record<string, unknown>): string | undefined {
  const parent = object.parent as { subscription_details?: { subscription?: unknown } } | null;
  const id = parent?.subscription_details?.subscription;
  return typeof id === 'string' ? id : undefined;
}

function eventObject(event: LeasedProviderEvent): Record<string, unknown> {
  const data = event.payload.data as { object?: Record<string, unknown> } | undefined;
  return data?.object ?? {};
}

/**
 * Later and later. What fails on our own side fails a number of times, then waits for a person; a
 * provider or a database that does not answer is no fault of the event, and is waited for.
 */
function retry(
  event: LeasedProviderEvent,
  failure: { note: string; proxySessionId: string | null; error?: unknown },
  transient: boolean,
): AppliedEvent {
  if (!transient && event.attempts >= MAX_TRIES) return { status: 'failed', ...failure };
  const retryInSeconds = Math.min(2 ** event.attempts, MAX_WAIT_SECONDS);
  return { status: 'waiting', ...failure, retryInSeconds };
}
