import type { ProxySessionId } from '@parley/domain';
import type { Connection } from '../sql/client.ts';
import type { JsonObject, Scope } from '../sql/records.ts';
import { sql } from '../sql/sql.ts';

export interface CartRecord {
  readonly proxySessionId: ProxySessionId;
  readonly cartVersion: number;
  /** Minor units. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly cartSnapshot: JsonObject;
  readonly createdAt: Date;
}

/** The carts of sessions: the current ones, and those that were replaced. */
export const cartsOfSessions = (merchantId: string, sessionIds: readonly string[]) => sql`
  SELECT c.proxy_session_id AS "proxySessionId", c.cart_version AS "cartVersion",
    c.amount_minor AS "amountMinor", c.currency, c.cart_snapshot AS "cartSnapshot",
    c.created_at AS "createdAt"
  FROM (
    SELECT id AS proxy_session_id, cart_version, amount_minor, currency, cart_snapshot,
      cart_set_at AS created_at
    FROM proxy_session WHERE merchant_id = ${merchantId} AND id = ANY(${sessionIds})
    UNION ALL
    SELECT proxy_session_id, cart_version, amount_minor, currency, cart_snapshot, created_at
    FROM cart_revision WHERE merchant_id = ${merchantId} AND proxy_session_id = ANY(${sessionIds})
  ) AS c`;

/** The carts of one merchant's sessions. */
export function cartRepository(db: Connection, { merchantId }: Scope) {
  return {
    /** @throws when the session has no cart of this version */
    async find(proxySessionId: string, cartVersion: number): Promise<CartRecord> {
      const [cart] = await db.$queryRaw<CartRecord[]>`
        ${cartsOfSessions(merchantId, [proxySessionId])} WHERE c.cart_version = ${cartVersion}`;
      if (!cart) throw new Error(`the session ${proxySessionId} has no cart ${cartVersion}`);
      return cart;
    },

    /** The newest carts of a session, newest first. */
    list: (proxySessionId: string, limit: number): Promise<CartRecord[]> =>
      db.$queryRaw<CartRecord[]>`
        ${cartsOfSessions(merchantId, [proxySessionId])} ORDER BY c.cart_version DESC LIMIT ${limit}`,
  };
}
