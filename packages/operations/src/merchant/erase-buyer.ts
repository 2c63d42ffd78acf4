import type { BuyerMarks, JsonObject, Scope, SearchedTable } from '@parley/db';
import { DomainError, ERASED_BUYER_REFERENCE } from '@parley/domain';
import { anonymizeNotification } from '@parley/provider';
import { recordMerchantAuditEntry } from '../audit/record-audit-entry.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';

/** Sessions per transaction. */
const BATCH = 50;

/** How long a transaction that stores a response may have run, in milliseconds. */
const TRANSACTION_MS = 60_000;

/** How much was erased. */
export interface BuyerErasure {
  readonly sessions: number;
  readonly events: number;
  /** Responses of receivers to these events. */
  readonly delivery_responses: number;
  readonly logged_requests: number;
  readonly idempotency_records: number;
  readonly provider_events: number;
}

/**
 * Erases the personal data of one buyer in both modes: contacts, buyer reference, carts and what the
 * merchant wrote freely, wherever they are stored (docs/privacy.md). Amounts, ids, times, history and
 * audit entries stay. It works in batches while requests run, and can be interrupted and repeated.
 * @throws DomainError session_state_conflict when a session of the buyer is not closed, invalid_request
 */
export async function eraseBuyer(
  deps: Deps,
  caller: Caller,
  { buyerReference }: { readonly buyerReference: string },
): Promise<BuyerErasure> {
  const sessionIds = await findErasableSessions(deps, caller, { buyerReference });
  const startedAt = Number(await deps.database.now());
  const { buyers } = deps.database.forScope(caller);
  const found = await buyers.findMarks(sessionIds);
  const marks = {
    ids: [...sessionIds, ...found.ids],
    values: [buyerReference, ...found.values],
  };
  // First what only the sessions lead to, so that an interrupted erasure can be repeated.
  const providerEvents = await eraseJson(deps, caller, 'providerEvents', marks);
  const idempotencyRecords = await eraseJson(deps, caller, 'idempotencyRecords', marks);
  const counts = {
    sessions: 0,
    events: 0,
    delivery_responses: 0,
    logged_requests: 0,
    idempotency_records: idempotencyRecords,
    provider_events: providerEvents,
  };
  for (let start = 0; start < sessionIds.length; start += BATCH) {
    const batch = sessionIds.slice(start, start + BATCH);
    const erased = await eraseSessions(deps, caller, batch, buyerReference);
    counts.sessions += erased.sessions;
    counts.events += erased.events;
    counts.delivery_responses += erased.delivery_responses;
    counts.logged_requests += erased.logged_requests;
  }
  // Requests stored responses until their session was erased.
  const since = new Date(startedAt - TRANSACTION_MS);
  counts.idempotency_records += await eraseJson(deps, caller, 'idempotencyRecords', marks, since);
  if (Object.values(counts).some((count) => count > 0)) await audit(deps, caller, counts);
  return counts;
}

/**
 * The sessions that an erasure of a buyer will change.
 * @throws DomainError session_state_conflict when a session of the buyer is not closed, invalid_request
 */
export async function findErasableSessions(
  deps: Deps,
  scope: Scope,
  { buyerReference }: { readonly buyerReference: string },
): Promise<readonly string[]> {
  if (buyerReference === '' || buyerReference === ERASED_BUYER_REFERENCE) {
    throw new DomainError(
      'invalid_request',
      `The buyer reference must not be empty or ${ERASED_BUYER_REFERENCE}, which replaces erased ones.`,
    );
  }
  const sessions = await deps.database.forScope(scope).buyers.listSessions(buyerReference);
  const open = sessions.filter(({ isClosed }) => !isClosed);
  if (open.length > 0) {
    throw new DomainError(
      'session_state_conflict',
      `Sessions of this buyer that are not closed: ${open.length}, such as ${open[0]?.id}. Cancel open sessions, resolve conflicts, report paid ones as provisioned or failed, end subscriptions, then repeat the erasure.`,
    );
  }
  return sessions.map(({ id }) => id);
}

async function eraseJson(
  deps: Deps,
  scope: Scope,
  table: SearchedTable,
  marks: BuyerMarks,
  createdFrom?: Date,
): Promise<number> {
  const { buyers } = deps.database.forScope(scope);
  const erase = table === 'providerEvents' ? anonymizeNotification : eraseFields;
  let count = 0;
  for await (const { key, json } of buyers.searchJson(table, marks, createdFrom)) {
    const erased = erase(json);
    if (JSON.stringify(erased) === JSON.stringify(json)) continue;
    count += await buyers.replaceJson(table, { key, json: erased });
  }
  return count;
}

function eraseSessions(
  deps: Deps,
  caller: Caller,
  batch: readonly string[],
  buyerReference: string,
): Promise<Pick<BuyerErasure, 'sessions' | 'events' | 'delivery_responses' | 'logged_requests'>> {
  return deps.database.transaction(caller, async ({ buyers }) => {
    const ids = await buyers.lockSessions(batch, buyerReference);
    const events = await buyers.listEvents(ids);
    for (const { key, json } of events) {
      await buyers.replaceJson('events', { key, json: eraseFields(json) });
    }
    const delivery_responses = await buyers.eraseDeliveries(events.flatMap(({ key }) => key));
    const logged_requests = await buyers.eraseApiRequests(ids);
    await buyers.eraseAttentionNotes(ids);
    await buyers.eraseSessions(ids, ERASED_BUYER_REFERENCE);
    return { sessions: ids.length, events: events.length, delivery_responses, logged_requests };
  });
}

const noContact = { email: null, phone: null };

/** What replaces the fields with personal data in events and stored responses. */
const replacements: Readonly<Record<string, unknown>> = {
  buyer_reference: ERASED_BUYER_REFERENCE,
  payer_contact: noContact,
  beneficiary_contact: noContact,
  cart_snapshot: {},
  lines: [],
  metadata: {},
  payer_destination_url: null,
};

/** Replaces the fields with personal data in a JSON value, such as an event or an exported session. */
export function eraseFields(json: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => {
      // The metadata of its objects contains ids only.
      if (name === 'provider') return [name, value];
      return [name, Object.hasOwn(replacements, name) ? replacements[name] : eraseValue(value)];
    }),
  );
}

function eraseValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(eraseValue);
  return typeof value === 'object' && value !== null ? eraseFields(value as JsonObject) : value;
}

function audit(deps: Deps, caller: Caller, erased: BuyerErasure): Promise<void> {
  return deps.database.transaction(caller, async (tx) =>
    recordMerchantAuditEntry(deps, tx, caller, {
      action: 'buyer.erased',
      objectType: 'merchant',
      objectId: caller.merchantId,
      at: await tx.now(),
      details: { ...erased },
    }),
  );
}
