import type { ProxySessionId } from '@parley/domain';
import type { Connection } from '../sql/client.ts';
import type { JsonObject, Scope } from '../sql/records.ts';

export interface CartRecord {
  readonly proxySessionId: ProxySessionId;
  readonly cartVersion: number;
  /** Minor units. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly cartSnapshot: JsonObject;
  readonly createdAt: Date;
}

/** The cart revisions of one merchant's sessions. */
export function cartRepository(db: Connection, { merchantId }: Scope) {
  return {
    /** @throws when the session has no cart of this version */
    async find(proxySessionId: string, cartVersion: number): Promise<CartRecord> {
      const row = await db.cartRevision.findUniqueOrThrow({
        where: {
          merchantId_proxySessionId_cartVersion: { merchantId, proxySessionId, cartVersion },
        },
      });
      return row as unknown as CartRecord;
    },

    /** The newest carts of a session, newest first. */
    async list(proxySessionId: string, limit: number): Promise<CartRecord[]> {
      const rows = await db.cartRevision.findMany({
        where: { merchantId, proxySessionId },
        orderBy: { cartVersion: 'desc' },
        take: limit,
      });
      return rows as unknown as CartRecord[];
    },
  };
}
