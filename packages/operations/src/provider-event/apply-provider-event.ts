import { type LeasedProviderEvent, type ProviderEventOutcome, UnreadableSecret } from '@parley/db';
import { DomainError, errorTable } from '@parley/domain';
import { parseNotification } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { applyPayment } from './apply-payment.ts';
import type { MatchedEvent } from './find-event-objects.ts';
import { matchProviderEvent } from './match-provider-event.ts';
import {
  isExhausted,
  park,
  parkUnnamed,
  retryInternal,
  retryTransient,
} from './provider-event-schedule.ts';
import { recordReturnedMoney } from './record-returned-money.ts';

/** The outcome of an event, with the error to log if there was one. */
export type AppliedEvent = ProviderEventOutcome & { readonly error?: unknown };

/**
 * Applies a stored provider event. The event only says where to look: the object's state is read
 * from the provider again, so repeated events and events out of order do no harm. Only a decline is taken
 * from the event, because the object shows its last one.
 */
export async function applyProviderEvent(
  deps: Deps,
  event: LeasedProviderEvent,
): Promise<AppliedEvent> {
  if (isExhausted(event)) {
    const note = 'too many tries ended without a result, the last ones with the worker process';
    return { status: 'failed', note, proxySessionId: null };
  }
  const caller = providerCaller(event);
  let proxySessionId: string | null = null;
  try {
    const notification = parseNotification(event.payload);
    if (notification.topic === null) {
      return { status: 'ignored', note: `${event.type} changes no session`, proxySessionId };
    }
    const match = await matchProviderEvent(deps, caller, event, notification);
    const { attempt, owners } = match;
    // Before a reservation no account is known that could have the object.
    if (!attempt?.merchantProviderConfigId) {
      const { parkedFor } = match;
      const parkUnmatched = match.isNamed ? park : parkUnnamed;
      return { ...parkUnmatched(event, 'matches no attempt yet'), proxySessionId, parkedFor };
    }
    proxySessionId = attempt.proxySessionId;
    if (notification.topic === 'payment') {
      return await applyToAttempt(deps, caller, { event, notification, attempt, owners });
    }
    const matched = { event, notification, attempt, owners };
    const result = await recordReturnedMoney(deps, caller, matched, notification.topic);
    if (result === 'overtaken') return overtaken(event, proxySessionId);
    if (result === 'not_recorded') return notRecorded(event, proxySessionId);
    return { status: 'applied', note: null, proxySessionId };
  } catch (error) {
    return { ...retryAfter(event, error), proxySessionId, error };
  }
}

function retryAfter(event: LeasedProviderEvent, error: unknown) {
  // The event can be applied once the operator provides the key.
  if (error instanceof UnreadableSecret) {
    return retryTransient(event, 'the keys of the provider account cannot be decrypted');
  }
  if (!(error instanceof DomainError)) return retryInternal(event, 'internal error');
  const retry = errorTable[error.code].retryable ? retryTransient : retryInternal;
  return retry(event, `${error.code}: ${error.message}`);
}

function providerCaller({ merchantId, mode, eventId }: LeasedProviderEvent): Caller {
  return { merchantId, mode, actor: { kind: 'provider', id: eventId }, requestId: null };
}

/** Applies an event about a payment, and describes the result. */
async function applyToAttempt(
  deps: Deps,
  caller: Caller,
  matched: MatchedEvent,
): Promise<AppliedEvent> {
  const { event, attempt } = matched;
  const { proxySessionId } = attempt;
  const applied = (note: string | null) => ({ status: 'applied', note, proxySessionId }) as const;
  const result = await applyPayment(deps, caller, matched);
  switch (result) {
    case 'applied':
      return applied(null);
    case 'other_object':
      return applied('payment through an object that is not the root object');
    case 'no_root':
      return applied('no root object yet');
    case 'not_recorded':
      return notRecorded(event, proxySessionId);
    case 'not_found':
      return { ...park(event, 'the provider has no such object'), proxySessionId };
    case 'overtaken':
      return overtaken(event, proxySessionId);
  }
}

/** Parks an event: it is not finished while money moved and no payment says so. */
function notRecorded(event: LeasedProviderEvent, proxySessionId: string): AppliedEvent {
  return { ...park(event, 'the provider does not show the payment yet'), proxySessionId };
}

/** Retries an event because another write changed the attempt while the provider was read. */
function overtaken(event: LeasedProviderEvent, proxySessionId: string): AppliedEvent {
  return { ...retryTransient(event, 'the attempt kept changing'), proxySessionId };
}
