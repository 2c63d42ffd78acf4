import type { ArchiveBlocker, ArchiveCandidate, JsonObject, Scope } from '@parley/db';
import { recordAuditEntry } from '../audit/record-audit-entry.ts';
import { eraseFields } from '../merchant/erase-buyer.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { inTransaction } from '../request/in-transaction.ts';
import { type ExportedRow, readSessionRows } from './session-rows.ts';

/** Sessions that one statement examines, and that one transaction deletes at most. */
export const ARCHIVE_BATCH = 100;

/** A session with all that an export contains of it. */
export interface ArchivedSession {
  readonly id: string;
  readonly rows: readonly ExportedRow[];
}

/** Examined sessions that were created in one month, oldest first. */
export interface ArchivableBatch {
  /** In UTC, such as 2026-11. */
  readonly month: string;
  /** Those that can be archived. */
  readonly ids: readonly string[];
  /** Why the others cannot. */
  readonly blockers: readonly ArchiveBlocker[];
  /** Where the next batch begins. */
  readonly last: Pick<ArchiveCandidate, 'createdAt' | 'id'>;
}

const toMonth = (date: Date): string => date.toISOString().slice(0, 7);

/**
 * Examines the next sessions.
 * @param before leaves out sessions that were created then or later
 * @returns null after the last one
 */
export async function findArchivable(
  deps: Deps,
  scope: Scope,
  before: Date,
  after?: ArchivableBatch['last'],
): Promise<ArchivableBatch | null> {
  const { archives } = deps.database.forScope(scope);
  const page = await archives.listCandidates(before, ARCHIVE_BATCH, after);
  const [first] = page;
  if (!first) return null;
  const month = toMonth(first.createdAt);
  const examined = page.filter(({ createdAt }) => toMonth(createdAt) === month);
  return {
    month,
    ids: examined.filter(({ blocker }) => blocker === null).map(({ id }) => id),
    blockers: examined.flatMap(({ blocker }) => blocker ?? []),
    last: examined.at(-1) ?? first,
  };
}

/** Reads sessions as of one moment, in the given order. Those that no longer exist are left out. */
export function readArchivable(
  deps: Deps,
  scope: Scope,
  ids: readonly string[],
): Promise<ArchivedSession[]> {
  return deps.database.snapshot(scope, async (repositories) => {
    const found = await readSessionRows(repositories, scope, ids);
    return ids.flatMap((id) => {
      const rows = found.get(id);
      return rows ? { id, rows } : [];
    });
  });
}

/**
 * Deletes sessions that are in a file, except those that can no longer be archived, that differ from the file, or
 * that another transaction locks.
 * @returns the ids of those that are still stored
 */
export async function deleteArchived(
  deps: Deps,
  caller: Caller,
  before: Date,
  archived: readonly ArchivedSession[],
): Promise<string[]> {
  const ids = archived.map(({ id }) => id);
  await deps.database.transaction(caller, async (tx) => {
    const locked = await tx.archives.lock(ids, before);
    const stored = await readSessionRows(tx, caller, locked);
    const same = archived.filter(
      ({ id, rows }) => JSON.stringify(rows) === JSON.stringify(stored.get(id)),
    );
    await tx.archives.delete(same.map(({ id }) => id));
  });
  // Not what the transaction deleted: its commit may have succeeded although the connection broke.
  return deps.database.forScope(caller).archives.listStored(ids);
}

/** Records in the merchant's log that sessions that were created in a month move to a file. */
export function recordArchive(
  deps: Deps,
  caller: Caller,
  details: { readonly month: string },
): Promise<void> {
  return inTransaction(deps, caller, async (tx) =>
    recordAuditEntry(deps, tx, caller, {
      action: 'sessions.archived',
      objectType: 'merchant',
      objectId: caller.merchantId,
      at: await tx.now(),
      details,
    }),
  );
}

/**
 * A session without the personal data of its buyer, as `eraseBuyer` leaves it.
 * @returns null for a session of another buyer
 */
export function eraseArchived(
  { id, rows }: ArchivedSession,
  buyerReference: string,
): ArchivedSession | null {
  const isOfBuyer = rows.some(
    ({ data }) => (data as JsonObject).buyer_reference === buyerReference,
  );
  if (!isOfBuyer) return null;
  const erased = rows.map((row) => {
    const data = eraseFields(row.data as JsonObject);
    const { fulfillment } = data;
    if (row.type !== 'proxy_session' || !fulfillment) return { ...row, data };
    const names = Object.keys(fulfillment);
    return {
      ...row,
      data: { ...data, fulfillment: Object.fromEntries(names.map((name) => [name, null])) },
    };
  });
  return { id, rows: erased };
}
