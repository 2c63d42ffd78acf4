import type { CreateSessionInput } from '@parley/contract';
import {
  type MerchantSettings,
  type SessionRecord,
  type SessionState,
  unreservedAttempt,
} from '@parley/db';
import { DomainError, type SessionCommand } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import { getCallerSettings } from '../request/caller-settings.ts';
import type { Deps } from '../request/deps.ts';
import { findReplay, getOutput } from '../request/outcome.ts';
import { finalColumns, quoteColumns } from '../session-change/charge-columns.ts';
import { commitDecision } from '../session-change/commit-decision.ts';
import { SessionChange } from '../session-change/session-change.ts';
import { computeExpiry } from './expiry.ts';
import { requireChargeable } from './require-chargeable.ts';

type NewSessionInput = CreateSessionInput & { payer_destination_url?: string | undefined };

interface SessionCreation<T> {
  /** Commands for the new session, in order. */
  readonly commands?: readonly SessionCommand[];
  /** Throws a DomainError to refuse the request. */
  readonly validate?: () => void;
  /** Returns the response. */
  readonly respond: (session: SessionRecord) => T;
  /** Updates the parts of a stored response that must be current. */
  readonly refresh?: (stored: T) => Promise<T>;
}

/**
 * Creates a session with its first cart and its first, unreserved attempt.
 * A request that has a stored response writes nothing and gets that response.
 * @throws DomainError invalid_request for a charge that the provider can never take, invalid_expiry,
 *   idempotency_key_reused, and whatever `validate` throws
 */
export async function insertSession<T>(
  deps: Deps,
  caller: Caller,
  input: NewSessionInput,
  { commands = [], validate, respond, refresh }: SessionCreation<T>,
): Promise<T> {
  const [now, settings] = await Promise.all([deps.database.now(), getCallerSettings(deps, caller)]);
  const decide = async () => {
    requireChargeable(input);
    validate?.();
    const created = newState(deps, caller, input, settings, now);
    const change = SessionChange.ofNewSession(deps, caller, created);
    for (const command of commands) change.command(command);
    return { output: respond(change.session), session: change.collect() };
  };
  const result = await commitDecision(deps, caller, now, decide).catch((error: unknown) => {
    if (error instanceof DomainError && error.status < 500) return error;
    throw error;
  });
  if (result !== 'conflict' && !(result instanceof DomainError)) return getOutput(result);
  // What is refused now, such as a deadline that has passed, may have been accepted before.
  const stored = await findReplay<T>(deps, caller);
  if (!stored) throw result === 'conflict' ? new DomainError('service_unavailable') : result;
  const output = getOutput(stored);
  return refresh ? refresh(output) : output;
}

/** The new session before its creation is recorded. */
function newState(
  deps: Deps,
  caller: Caller,
  input: NewSessionInput,
  settings: MerchantSettings,
  now: Date,
): SessionState {
  const session = newSession(deps, caller, input, settings, now);
  const cartSnapshot = input.cart_snapshot;
  return {
    session,
    attempt: unreservedAttempt(session),
    cartSnapshot,
    quoteCartSnapshot: cartSnapshot,
    finalCartSnapshot: cartSnapshot,
    payments: [],
    activeProviderConfigId: null,
    now,
  };
}

function newSession(
  deps: Deps,
  caller: Caller,
  input: NewSessionInput,
  settings: MerchantSettings,
  now: Date,
): SessionRecord {
  const charge = { amountMinor: input.amount_minor, currency: input.currency };
  return {
    merchantId: caller.merchantId,
    mode: caller.mode,
    id: deps.newId('psess'),
    status: 'created',
    version: 1,
    buyerReference: input.buyer_reference,
    payerEmail: input.payer_contact?.email ?? null,
    payerPhone: input.payer_contact?.phone ?? null,
    beneficiaryEmail: input.beneficiary_contact?.email ?? null,
    beneficiaryPhone: input.beneficiary_contact?.phone ?? null,
    metadata: input.metadata ?? {},
    payerDestinationUrl: input.payer_destination_url ?? settings.defaultPayerDestinationUrl,
    idempotencyKey: caller.idempotency?.key ?? null,
    emailsReceipt: settings.emailReceipts,
    payerLocale: null,
    ...charge,
    cartVersion: 1,
    cartSetAt: now,
    ...quoteColumns(charge, 1, now),
    ...finalColumns(charge, 1, now),
    paymentStatus: 'unpaid',
    attemptId: deps.newId('pspacq'),
    completedAttemptId: null,
    providerCheckoutSessionId: null,
    providerCheckoutSessionPsp: null,
    fulfillmentReference: null,
    fulfillmentMetadata: null,
    failureCode: null,
    failureMessage: null,
    failureMetadata: null,
    declineCount: 0,
    lastDeclinedAt: null,
    challengePassedAt: null,
    conflictSince: null,
    eventSequence: 0,
    historySequence: 0,
    expiresAt: computeExpiry(input.expires_at, now, settings.defaultLifetimeSeconds),
    createdAt: now,
    updatedAt: now,
    closedAt: null,
    cartsRemovedAt: null,
  };
}
