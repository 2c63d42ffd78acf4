import type { AttentionKind, MerchantId } from '@parley/domain';
import type { AttentionRecord } from '../merchants/attention-items.ts';
import type { Connection } from '../sql/client.ts';

/** Days after which it is forgotten that an item was mailed. One that is still open is mailed again. */
const MAILED_DAYS = 90;

/** Which emails about items that need attention the members of a merchant get, and which they got. */
export function notificationRepository(db: Connection, merchantId: MerchantId) {
  return {
    /** The kinds that members chose, by user id. They can include unknown kinds of a newer version. */
    async listChosen(): Promise<ReadonlyMap<string, readonly string[]>> {
      const rows = await db.notificationSetting.findMany({ where: { merchantId } });
      return new Map(rows.map(({ userId, kinds }) => [userId, kinds]));
    },

    /** The kinds that a member chose; null for those of their role. */
    async findChosen(userId: string): Promise<readonly string[] | null> {
      const row = await db.notificationSetting.findFirst({ where: { merchantId, userId } });
      return row?.kinds ?? null;
    },

    /** Saves the kinds of a member in place of earlier ones. */
    async save(userId: string, kinds: readonly AttentionKind[], at: Date): Promise<void> {
      await db.$executeRaw`
        INSERT INTO notification_setting (merchant_id, user_id, kinds, updated_at)
        VALUES (${merchantId}, ${userId}, ${kinds}::text[], ${at})
        ON CONFLICT (merchant_id, user_id)
        DO UPDATE SET kinds = EXCLUDED.kinds, updated_at = EXCLUDED.updated_at`;
    },

    /**
     * Records that items are mailed to a member, and forgets old ones. Requires the lock of the topic.
     * @returns how many of the items are new to the member; 0 within an hour of the last email of the kind
     */
    async markMailed(
      userId: string,
      kind: AttentionKind,
      items: readonly Pick<AttentionRecord, 'id' | 'since'>[],
    ): Promise<number> {
      await db.$executeRaw`
        DELETE FROM attention_mail
        WHERE merchant_id = ${merchantId} AND user_id = ${userId} AND kind = ${kind}
          AND mailed_at < now() - make_interval(days => ${MAILED_DAYS})`;
      return db.$executeRaw`
        INSERT INTO attention_mail (merchant_id, user_id, kind, subject_id, since, mailed_at)
        SELECT ${merchantId}, ${userId}, ${kind}, i.id, i.since, now()
        FROM unnest(${items.map(({ id }) => id)}::text[],
          ${items.map(({ since }) => since.toISOString())}::timestamptz[]) AS i (id, since)
        WHERE NOT EXISTS (
          SELECT 1 FROM attention_mail m
          WHERE m.merchant_id = ${merchantId} AND m.user_id = ${userId} AND m.kind = ${kind}
            AND m.mailed_at > now() - interval '1 hour')
        ON CONFLICT DO NOTHING`;
    },

    /** Deletes what is stored about a member. */
    async deleteAllByUser(userId: string): Promise<void> {
      await db.notificationSetting.deleteMany({ where: { merchantId, userId } });
      await db.attentionMail.deleteMany({ where: { merchantId, userId } });
    },
  };
}

/** Lists merchants that have members, after one of them, by id. */
export async function listMerchantsWithMembers(
  { connection: db }: { readonly connection: Connection },
  after: string,
  limit: number,
): Promise<MerchantId[]> {
  const rows = await db.$queryRaw<{ id: MerchantId }[]>`
    SELECT DISTINCT organization_id AS id FROM member
    WHERE organization_id > ${after} ORDER BY organization_id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}
