import type { Connection } from '../sql/client.ts';
import type { JsonObject, Scope } from '../sql/records.ts';

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
     * Replaces the filters of the view with a name.
     * @returns false if the member has none with it
     */
    async replace(userId: string, { name, filters }: SavedViewRecord): Promise<boolean> {
      const count = await db.$executeRaw`
        UPDATE saved_view SET filters = ${JSON.stringify(filters)}::jsonb
        WHERE merchant_id = ${merchantId} AND mode = ${mode} AND user_id = ${userId} AND name = ${name}`;
      return count === 1;
    },

    /** The number of views of a member. */
    count(userId: string): Promise<number> {
      return db.savedView.count({ where: { merchantId, mode, userId } });
    },

    async insert(userId: string, { name, filters }: SavedViewRecord): Promise<void> {
      await db.$executeRaw`
        INSERT INTO saved_view (merchant_id, mode, user_id, name, filters)
        VALUES (${merchantId}, ${mode}, ${userId}, ${name}, ${JSON.stringify(filters)}::jsonb)`;
    },

    async delete(userId: string, name: string): Promise<void> {
      await db.savedView.deleteMany({ where: { merchantId, mode, userId, name } });
    },

    /** Deletes the views of a member in both modes. */
    async deleteAllByUser(userId: string): Promise<void> {
      await db.savedView.deleteMany({ where: { merchantId, userId } });
    },
  };
}
