import type { AuditEntryId } from '@parley/domain';
import type { Connection } from './client.ts';
import { asJson } from './json.ts';
import type { ActorKind, JsonObject, Scope } from './records.ts';

/** What was done to something that has no story of its own, as a session has in its history. */
export interface AuditRecord {
  readonly id: AuditEntryId;
  /** What was done, e.g. webhook_endpoint.updated. */
  readonly action: string;
  readonly objectType: string;
  readonly objectId: string;
  /** What more there is to say; of a change {"field": {"from": …, "to": …}}; never a secret. */
  readonly details: JsonObject;
  readonly actorKind: ActorKind;
  readonly actorId: string | null;
  readonly requestId: string | null;
  readonly createdAt: Date;
}

export interface AuditListQuery {
  readonly objectId?: string | undefined;
  readonly limit: number;
  readonly after?: { readonly createdAt: Date; readonly id: string } | undefined;
}

/** The audit log of one merchant in one mode: written and read, never changed. */
export function auditRepository(db: Connection, { merchantId, mode }: Scope) {
  return {
    async append(entry: AuditRecord): Promise<void> {
      const details = asJson(entry.details);
      await db.auditEntry.create({ data: { ...entry, details, merchantId, mode } });
    },

    /** Newest first. */
    async list({ objectId, limit, after }: AuditListQuery): Promise<AuditRecord[]> {
      const rows = await db.auditEntry.findMany({
        where: {
          merchantId,
          mode,
          ...(objectId === undefined ? {} : { objectId }),
          ...(after && {
            createdAt: { lte: after.createdAt },
            OR: [
              { createdAt: { lt: after.createdAt } },
              { createdAt: after.createdAt, id: { lt: after.id } },
            ],
          }),
        },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: limit,
        omit: { merchantId: true, mode: true },
      });
      return rows as unknown as AuditRecord[];
    },
  };
}
