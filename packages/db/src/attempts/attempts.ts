import { isId, type ProviderConfigId, unfinishedAttemptStatuses } from '@parley/domain';
import { Prisma } from '../generated/client.ts';
import { leaseFields, recordFields } from '../queues/leases.ts';
import type { Connection } from '../sql/client.ts';
import { selectColumns } from '../sql/columns.ts';
import { conflicted } from '../sql/conflicted.ts';
import type { AttemptRecord, Scope } from '../sql/records.ts';
import { sql } from '../sql/sql.ts';
import type { QueryConnection } from '../sql/sql-connection.ts';
import { unreservedAttempt } from './unreserved-attempt.ts';

/** An attempt as the driver returns it: a bigint column is a bigint or text. */
export type AttemptRow = Omit<AttemptRecord, BigintField> &
  Record<BigintField, bigint | string | number | null>;
type BigintField = 'confirmedAmountMinor' | 'confirmedMerchandiseSubtotalMinor';

/** The attempt of a row; amounts in minor units fit a number. */
export function toAttempt(row: AttemptRow): AttemptRecord {
  const { confirmedAmountMinor: amount, confirmedMerchandiseSubtotalMinor: subtotal } = row;
  return {
    ...row,
    confirmedAmountMinor: amount === null ? null : Number(amount),
    confirmedMerchandiseSubtotalMinor: subtotal === null ? null : Number(subtotal),
  };
}

export const attemptColumns = selectColumns<AttemptRow>(
  'a',
  recordFields(Prisma.AcquisitionAttemptScalarFieldEnum),
);

/** The attempt of a session from a row with its columns, which are null before its reservation. */
export const readAttempt = (
  row: Record<string, unknown>,
  session: Parameters<typeof unreservedAttempt>[0],
): AttemptRecord => {
  const attempt = attemptColumns.read(row);
  return attempt.id === null ? unreservedAttempt(session) : toAttempt(attempt);
};

/**
 * Finds the attempts whose root or setup intent is one of these provider objects.
 * @returns the attempts by the id of the object
 */
export async function findAttemptsByObject(
  db: QueryConnection,
  { merchantId, mode }: Scope,
  objectIds: readonly string[],
): Promise<ReadonlyMap<string, AttemptRecord>> {
  const attemptsBy = (column: string) => {
    const object = sql.raw(`a.${column}`);
    return sql`
      SELECT ${attemptColumns.list}, ${object} AS "objectId" FROM acquisition_attempt a
      WHERE a.merchant_id = ${merchantId} AND a.mode = ${mode} AND ${object} = ANY(${objectIds})`;
  };
  // Two queries, each with an index. With OR, PostgreSQL would use neither.
  const rows = await db.$queryRaw<Record<string, unknown>[]>`
    ${attemptsBy('provider_root_object_id')} UNION ALL ${attemptsBy('provider_setup_intent_id')}`;
  return new Map(rows.map((row) => [row.objectId as string, toAttempt(attemptColumns.read(row))]));
}

/** Finds the attempt whose root or setup intent is a provider object; null when there is none. */
export type FindAttemptByObject = (objectId: string) => Promise<AttemptRecord | null>;

/**
 * Objects that can belong to others. `payment`: a payment intent, an invoice or a subscription. `refund`: also
 * a dispute; unlike a charge, it has no copy of the metadata of its payment intent.
 */
export type OwnedObjects = 'payment' | 'setup_intent' | 'charge' | 'refund';

/** Of a reserved attempt without an outcome. The index acquisition_attempt_unfinished has this condition. */
export const isUnfinished = sql`status IN (${sql.literals(
  unfinishedAttemptStatuses.filter((status) => status !== 'unreserved'),
)})`;

/** The acquisition attempts of one merchant in one mode. */
export function attemptRepository(
  db: Connection,
  scope: Scope,
  findByProviderObject: FindAttemptByObject = async (id) =>
    (await findAttemptsByObject(db, scope, [id])).get(id) ?? null,
) {
  const { merchantId, mode } = scope;
  const typed = (row: unknown) => toAttempt(row as AttemptRow);

  return {
    /** Returns null when the session has no such attempt. */
    async find(sessionId: string, id: string): Promise<AttemptRecord | null> {
      if (!isId('pspacq', id) || !isId('psess', sessionId)) return null;
      const [row] = await db.$queryRaw<Record<string, unknown>[]>`
        SELECT ${attemptColumns.list}, s.created_at AS "createdAt" FROM proxy_session s
        LEFT JOIN acquisition_attempt a
          ON a.merchant_id = ${merchantId} AND a.id = ${id} AND a.proxy_session_id = s.id
        WHERE s.merchant_id = ${merchantId} AND s.mode = ${mode} AND s.id = ${sessionId}
          AND (a.id IS NOT NULL OR s.attempt_id = ${id})`;
      if (!row) return null;
      const session = { ...scope, id: sessionId, attemptId: id, createdAt: row.createdAt as Date };
      return readAttempt(row, session);
    },

    /** The session's attempts that have been reserved, oldest first. */
    async listReserved(sessionId: string): Promise<AttemptRecord[]> {
      const rows = await db.acquisitionAttempt.findMany({
        where: {
          merchantId,
          mode,
          proxySessionId: sessionId,
          providerOptionsFingerprint: { not: null },
        },
        orderBy: { attemptNumber: 'asc' },
        omit: leaseFields,
      });
      return rows.map(typed);
    },

    /**
     * The attempt that is bound to one of these provider objects: as its root, setup intent or subscription,
     * or by a payment. The binding of an earlier id wins, then that by a payment or subscription: another attempt
     * whose object it was too has ended without it.
     */
    async findBound(objectIds: readonly string[]): Promise<AttemptRecord | null> {
      const bindings = [
        ['payment', 'attempt_id', 'provider_object_id'],
        ['subscription', 'attempt_id', 'provider_subscription_id'],
        ['acquisition_attempt', 'id', 'provider_root_object_id'],
        ['acquisition_attempt', 'id', 'provider_setup_intent_id'],
      ].map((names, rank) => {
        const [table, attempt, object] = names.map((name) => sql.raw(name));
        return sql`
          SELECT b.${attempt} AS attempt_id, b.${object} AS object_id, ${rank}::int AS rank FROM ${table} b
          WHERE b.merchant_id = ${merchantId} AND b.mode = ${mode}
            AND b.${object} = ANY(${objectIds}::text[])`;
      });
      const rows = await db.$queryRaw<Record<string, unknown>[]>`
        SELECT ${attemptColumns.list}
        FROM (${sql.join(bindings, ' UNION ALL ')}) AS bound
        JOIN acquisition_attempt a ON a.merchant_id = ${merchantId} AND a.id = bound.attempt_id
        ORDER BY array_position(${objectIds}::text[], bound.object_id), bound.rank LIMIT 1`;
      return rows[0] ? toAttempt(attemptColumns.read(rows[0])) : null;
    },

    /**
     * Whether objects of an account that are not bound can belong to an attempt through an owner: through
     * the checkout session or subscription of an unfinished attempt, or as the setup intent of a trial. A
     * charge can also be that of a renewal, and a refund that of any unfinished attempt. A renewal is a payment of its
     * session while that has a conflict.
     */
    async canOwn(providerConfigId: ProviderConfigId, objects: OwnedObjects): Promise<boolean> {
      const unfinished = sql`
        SELECT 1 FROM acquisition_attempt WHERE merchant_id = ${merchantId} AND mode = ${mode}
          AND merchant_psp_config_id = ${providerConfigId} AND ${isUnfinished}`;
      const owning = sql`
        ${unfinished} AND integration_path IN ('checkout_session', 'direct_subscription')`;
      const subscriptions = sql`
        SELECT 1 FROM subscription WHERE merchant_id = ${merchantId} AND mode = ${mode}`;
      const inConflict = conflicted(sql.raw('p')).map(
        (isInConflict) => sql`
          SELECT 1 FROM proxy_session p
          JOIN subscription s ON s.merchant_id = ${merchantId} AND s.proxy_session_id = p.id
          WHERE p.merchant_id = ${merchantId} AND p.mode = ${mode} AND ${isInConflict}`,
      );
      const owners = {
        payment: sql.join([owning, ...inConflict], ' UNION ALL '),
        setup_intent: sql`${subscriptions} AND status = 'trialing'`,
        charge: sql`${owning} UNION ALL ${subscriptions}`,
        refund: sql`${unfinished} UNION ALL ${subscriptions}`,
      } as const;
      const rows = await db.$queryRaw<unknown[]>`
        SELECT 1 FROM (${owners[objects]}) AS owners LIMIT 1`;
      return rows.length > 0;
    },

    /** The attempt whose root or setup intent is this provider object. */
    findByProviderObject,
  };
}
