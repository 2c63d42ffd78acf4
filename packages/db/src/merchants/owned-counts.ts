import type { LimitName } from '@parley/domain';
import type { Connection } from '../sql/client.ts';
import { lockOfMerchant } from '../sql/merchant-lock.ts';
import type { Scope } from '../sql/records.ts';
import { type Sql, sql } from '../sql/sql.ts';

const withinADay = sql`created_at > now() - interval '1 day'`;

/** The rows that count towards a limit per merchant and mode. */
const countedRows = {
  webhook_endpoints: sql`webhook_endpoint WHERE status <> 'archived'`,
  webhook_endpoints_per_day: sql`webhook_endpoint WHERE ${withinADay}`,
  api_keys: sql`api_key
    WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`,
  api_keys_per_day: sql`api_key WHERE ${withinADay}`,
  provider_configs: sql`psp_config WHERE true`,
  triaged_items: sql`attention_triage WHERE true`,
} as const satisfies Partial<Record<LimitName, Sql>>;

/** The limits whose rows are counted in the database. */
export type CountedLimit = keyof typeof countedRows;

/** How much one merchant owns in one mode. */
export function ownedCountRepository(db: Connection, { merchantId, mode }: Scope) {
  return {
    /**
     * Serializes what counts towards a limit until the end of the transaction.
     * @param owner who has a limit of their own, if not the merchant in this mode
     */
    lock: (name: LimitName, owner = ''): Promise<void> =>
      lockOfMerchant(db, merchantId, `limit ${mode} ${name} ${owner}`),

    async count(name: CountedLimit): Promise<number> {
      const rows = await db.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM ${countedRows[name]}
          AND merchant_id = ${merchantId} AND mode = ${mode}`;
      return rows[0]?.count ?? 0;
    },
  };
}
