import { isId } from '@parley/domain';
import type { Connection } from './client.ts';
import { selectColumns } from './columns.ts';
import { Prisma } from './generated/client.ts';
import { recordFields } from './leases.ts';
import type { Scope, SubscriptionRecord } from './records.ts';

const subscription = selectColumns<SubscriptionRecord>(
  's',
  recordFields(Prisma.SubscriptionScalarFieldEnum),
);

/** A subscription and the time it was read, by the database clock. */
export interface LoadedSubscription {
  readonly subscription: SubscriptionRecord;
  readonly now: Date;
}

const loaded = (row: Record<string, unknown>): LoadedSubscription => {
  const record = subscription.read(row);
  const amount = record.latestInvoiceAmountMinor;
  // The driver returns bigint or text; amounts in minor units fit a number.
  const latestInvoiceAmountMinor = amount === null ? null : Number(amount);
  return { subscription: { ...record, latestInvoiceAmountMinor }, now: row.now as Date };
};

const columns = Prisma.sql`
  ${subscription.list}, date_trunc('milliseconds', statement_timestamp()) AS "now"`;

/** The subscriptions of one merchant in one mode. */
export function subscriptionRepository(db: Connection, scope: Scope) {
  const { merchantId, mode } = scope;
  const owned = Prisma.sql`s.merchant_id = ${merchantId} AND s.mode = ${mode}`;

  async function one(condition: Prisma.Sql): Promise<LoadedSubscription | null> {
    const rows = await db.$queryRaw<Record<string, unknown>[]>`
      SELECT ${columns} FROM subscription s WHERE ${owned} AND ${condition}`;
    return rows[0] ? loaded(rows[0]) : null;
  }

  return {
    /** Returns null when this merchant has no subscription with this id in this mode. */
    find: async (id: string): Promise<LoadedSubscription | null> =>
      isId('psub', id) ? one(Prisma.sql`s.id = ${id}`) : null,

    findByProviderId: async (id: string): Promise<SubscriptionRecord | null> =>
      (await one(Prisma.sql`s.provider_subscription_id = ${id}`))?.subscription ?? null,

    /** The subscription created by an attempt. */
    findByAttempt: async (attemptId: string): Promise<SubscriptionRecord | null> =>
      (await one(Prisma.sql`s.attempt_id = ${attemptId}`))?.subscription ?? null,

    /** Newest first. */
    async list(query: {
      limit: number;
      after?: { createdAt: Date; id: string };
    }): Promise<LoadedSubscription[]> {
      const { after } = query;
      const beyond = after
        ? Prisma.sql`AND (s.created_at, s.id) < (${after.createdAt}, ${after.id})`
        : Prisma.empty;
      const rows = await db.$queryRaw<Record<string, unknown>[]>`
        SELECT ${columns} FROM subscription s WHERE ${owned} ${beyond}
        ORDER BY s.created_at DESC, s.id DESC LIMIT ${query.limit}`;
      return rows.map(loaded);
    },
  };
}
