import { type AuditEntryId, modes } from '@parley/domain';
import type { Connection } from '../sql/client.ts';
import {
  type CreationPeriod,
  createdWithin,
  type ListPage,
  type ListPosition,
  listRows,
} from '../sql/list-rows.ts';
import type { ActorKind, JsonObject, Scope } from '../sql/records.ts';
import { toPrismaJson } from '../sql/records.ts';
import { sql } from '../sql/sql.ts';

/** A change to an object other than a session; sessions have their own history. */
export interface AuditRecord {
  readonly id: AuditEntryId;
  /** Name of the change, such as webhook_endpoint.updated. */
  readonly action: string;
  readonly objectType: string;
  readonly objectId: string;
  /** Details without secrets; for an update, {"field": {"from": …, "to": …}}. */
  readonly details: JsonObject;
  readonly actorKind: ActorKind;
  readonly actorId: string | null;
  readonly requestId: string | null;
  /** IP address of the client; null if it is not known. */
  readonly address: string | null;
  readonly createdAt: Date;
}

export interface AuditListQuery extends ListPage, CreationPeriod {
  readonly objectId?: string | undefined;
  readonly objectType?: string | undefined;
  readonly actorId?: string | undefined;
}

export interface AuditList {
  /** Newest first. */
  readonly entries: readonly AuditRecord[];
  /** The last examined position if the limit of examined entries ended the list; otherwise null. */
  readonly examinedTo: ListPosition | null;
}

/** The columns of an entry, of the alias s. */
export const auditColumns = sql`s.id, s.action, s.object_type AS "objectType", s.object_id AS "objectId",
  s.details, s.actor_kind AS "actorKind", s.actor_id AS "actorId", s.request_id AS "requestId",
  s.address, s.created_at AS "createdAt"`;

/** The append-only audit log of one merchant in one mode. */
export function auditRepository(db: Connection, { merchantId, mode }: Scope) {
  return {
    append: (entry: AuditRecord): Promise<void> =>
      appendAuditEntries(db, [{ ...entry, merchantId, mode }]),

    /** Adds an entry that concerns both modes to the log of each. */
    appendToBothModes: (entry: Omit<AuditRecord, 'id'>, newId: () => AuditEntryId) =>
      appendAuditEntries(
        db,
        modes.map((one) => ({ ...entry, id: newId(), merchantId, mode: one })),
      ),

    /**
     * The number of entries of an action since a time.
     * @param without the name of a detail that the entries do not have
     */
    async count(action: string, since: Date, without: string): Promise<number> {
      const [row] = await db.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM audit_entry
        WHERE merchant_id = ${merchantId} AND mode = ${mode} AND created_at >= ${since}
          AND action = ${action} AND details -> ${without}::text IS NULL`;
      return row?.count ?? 0;
    },

    /** When the newest entry of an action on an object was added; null without one. */
    async findNewestTime(objectId: string, action: string): Promise<Date | null> {
      const entry = await db.auditEntry.findFirst({
        where: { merchantId, mode, objectId, action },
        orderBy: [{ createdAt: 'desc' }],
        select: { createdAt: true },
      });
      return entry?.createdAt ?? null;
    },

    async list({ objectId, objectType, actorId, ...page }: AuditListQuery): Promise<AuditList> {
      const [indexed, ...rest] = [
        objectId === undefined ? undefined : sql`s.object_id = ${objectId}`,
        actorId === undefined ? undefined : sql`s.actor_id = ${actorId}`,
        objectType === undefined ? undefined : sql`s.object_type = ${objectType}`,
        // The names of operators are not shown to merchants, so no filter may confirm one.
        actorId === undefined ? undefined : sql`s.actor_kind <> 'operator'`,
      ].filter((filter) => filter !== undefined);
      const owned = sql`s.merchant_id = ${merchantId} AND s.mode = ${mode}`;
      const index = [owned, indexed, ...createdWithin(page)];
      const list = { table: sql`audit_entry`, columns: auditColumns, index, rest };
      const { rows: entries, examinedTo } = await listRows<AuditRecord>(db, list, page);
      return { entries, examinedTo };
    },
  };
}

/** Adds entries to the audit logs of one or more merchants. */
export async function appendAuditEntries(
  db: Connection,
  entries: readonly (AuditRecord & Scope)[],
): Promise<void> {
  const data = entries.map((entry) => ({ ...entry, details: toPrismaJson(entry.details) }));
  await db.auditEntry.createMany({ data });
}
