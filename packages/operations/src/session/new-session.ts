import type { CreateSessionInput } from '@parley/contract';
import type { AttemptRecord, LoadedSession, SessionRecord, Transaction } from '@parley/db';
import { DomainError, type SessionCommand } from '@parley/domain';
import { createEventRecord } from '../event/event-record.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { blankAttempt } from '../session-change/blank-attempt.ts';
import { SessionChange } from '../session-change/session-change.ts';
import { sessionEventObject } from '../session-change/session-view.ts';
import { expiryOf } from './expiry.ts';

/**
 * Inserts a new session with its first cart revision and its first, unreserved attempt, then applies
 * the commands in `then`.
 * @throws DomainError invalid_expiry
 */
export async function insertSession(
  deps: Deps,
  caller: Caller,
  tx: Transaction,
  input: CreateSessionInput & { payer_destination_url?: string | undefined },
  then: readonly SessionCommand[] = [],
): Promise<SessionRecord> {
  const now = await tx.now();
  const merchant = await tx.merchants.find(caller.merchantId);
  if (!merchant) throw new DomainError('not_found', 'There is no such merchant.');
  const session = newSession(deps, caller, input, now);
  const attempt = newAttempt(deps, session);
  const loaded: LoadedSession = {
    session,
    attempt,
    merchantName: merchant.name,
    cartSnapshot: input.cart_snapshot,
    quoteCartSnapshot: input.cart_snapshot,
    finalCartSnapshot: input.cart_snapshot,
    payments: [],
    now,
  };
  await tx.sessions.insert(session);
  await tx.carts.insert({
    proxySessionId: session.id,
    cartVersion: session.cartVersion,
    amountMinor: session.amountMinor,
    currency: session.currency,
    cartSnapshot: input.cart_snapshot,
    createdAt: now,
  });
  await tx.attempts.insert(attempt);
  await tx.history.append(session.id, [
    {
      sequence: 1,
      attemptId: null,
      action: 'create',
      fromStatus: null,
      toStatus: 'created',
      reason: null,
      actorKind: caller.actor.kind,
      actorId: caller.actor.id,
      requestId: caller.requestId,
      at: now,
    },
  ]);
  await tx.outbox.append([
    createEventRecord(caller, {
      id: deps.newId('evt'),
      type: 'proxy_session.created',
      proxySessionId: session.id,
      sequence: 1,
      at: now,
      object: sessionEventObject(loaded),
      previous: null,
    }),
  ]);
  const change = new SessionChange(deps, caller, tx, loaded);
  for (const command of then) change.command(command);
  await change.write();
  return change.session;
}

function newSession(
  deps: Deps,
  caller: Caller,
  input: CreateSessionInput & { payer_destination_url?: string | undefined },
  now: Date,
): SessionRecord {
  return {
    merchantId: caller.merchantId,
    mode: caller.mode,
    id: deps.newId('psess'),
    status: 'created',
    version: 1,
    integrationMode: 'elements',
    buyerReference: input.buyer_reference,
    payerEmail: input.payer_contact?.email ?? null,
    payerPhone: input.payer_contact?.phone ?? null,
    beneficiaryEmail: input.beneficiary_contact?.email ?? null,
    beneficiaryPhone: input.beneficiary_contact?.phone ?? null,
    metadata: input.metadata ?? {},
    payerDestinationUrl: input.payer_destination_url ?? null,
    idempotencyKey: caller.idempotency?.key ?? null,
    amountMinor: input.amount_minor,
    currency: input.currency,
    cartVersion: 1,
    quoteAmountMinor: input.amount_minor,
    quoteCurrency: input.currency,
    quoteCartVersion: 1,
    quoteObservedAt: now,
    finalAmountMinor: input.amount_minor,
    finalCurrency: input.currency,
    finalCartVersion: 1,
    finalizedAt: now,
    completedAttemptId: null,
    providerCheckoutSessionId: null,
    providerCheckoutSessionPsp: null,
    fulfillmentReference: null,
    fulfillmentMetadata: null,
    failureCode: null,
    failureMessage: null,
    failureMetadata: null,
    eventSequence: 1,
    historySequence: 1,
    expiresAt: expiryOf(input.expires_at, now),
    createdAt: now,
    updatedAt: now,
  };
}

function newAttempt(deps: Deps, session: SessionRecord): AttemptRecord {
  return {
    ...blankAttempt,
    merchantId: session.merchantId,
    mode: session.mode,
    id: deps.newId('pspacq'),
    proxySessionId: session.id,
    attemptNumber: 1,
    createdAt: session.createdAt,
    updatedAt: session.createdAt,
  };
}
