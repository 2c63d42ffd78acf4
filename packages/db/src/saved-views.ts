import type { Connection } from './client.ts';
import type { JsonObject, Scope } from './records.ts';

/** Filters that a member saved under a name, which is unique for them in each mode. */
export interface SavedViewRecord {
  readonly name: string;
  readonly filters: JsonObject;
}

/** The saved views of the members of one merchant in one mode. */
export function savedViewRepository(db: Connection, { merchantId, mode }: Scope) {
  return {
    /** The views of a member, in the order in which they were first saved. */
    async list(userId: string): Promise<SavedViewRecord[]> {
      const rows = await db.savedView.findMany({
        where: { merchantId, mode, userId },
        orderBy: [{ createdAt: 'asc' }, { name: 'asc' }],
        select: { name: true, filters: true },
      });
      return rows as unknown as SavedViewRecord[];
    },

    /**
     * Saves a view, or replaces the filters of the one with its name.
     * @returns false if it is new, and the member has `most` already
     */
    async save(userId: string, { name, filters }: SavedViewRecord, most: number): Promise<boolean> {
      const json = JSON.stringify(filters);
      const replaced = await db.$executeRaw`
        UPDATE saved_view SET filters = ${json}::jsonb
        WHERE merchant_id = ${merchantId} AND mode = ${mode} AND user_id = ${userId} AND name = ${name}`;
      if (replaced === 1) return true;
      const count = await db.savedView.count({ where: { merchantId, mode, userId } });
      if (count >= most) return false;
      await db.$executeRaw`
        INSERT INTO saved_view (merchant_id, mode, user_id, name, filters)
        VALUES (${merchantId}, ${mode}, ${userId}, ${name}, ${json}::jsonb)
        ON CONFLICT (merchant_id, mode, user_id, name) DO UPDATE SET filters = EXCLUDED.filters`;
      return true;
    },

    async delete(userId: string, name: string): Promise<void> {
      await db.savedView.deleteMany({ where: { merchantId, mode, userId, name } });
    },

    /** Deletes the views of a member in both modes. */
    async deleteAllOf(userId: string): Promise<void> {
      await db.savedView.deleteMany({ where: { merchantId, userId } });
    },
  };
}
