import { randomUUID } from 'node:crypto';
import type { Connection } from '../sql/client.ts';

/** A passkey as its user sees it. */
export interface PasskeyDetails {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** What an authenticator returned when it created a passkey. */
export interface NewPasskey {
  readonly userId: string;
  readonly name: string;
  /** base64url */
  readonly credentialId: string;
  /** COSE key */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** A passkey with its user. */
export interface Passkey extends NewPasskey {
  readonly id: string;
  readonly user: { readonly name: string; readonly email: string };
}

/** The passkeys of users. */
export function passkeyRepository(db: Connection) {
  return {
    async find(credentialId: string): Promise<Passkey | null> {
      const row = await db.passkey.findUnique({
        where: { credentialId },
        include: { user: { select: { name: true, email: true } } },
      });
      return row && { ...row, counter: Number(row.counter) };
    },

    /** The passkeys of a user, oldest first. */
    list: (userId: string): Promise<PasskeyDetails[]> =>
      db.passkey.findMany({
        where: { userId },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        select: { id: true, name: true, createdAt: true, lastUsedAt: true },
      }),

    /** The ids that authenticators assigned to the passkeys of a user. */
    listCredentials: (
      userId: string,
    ): Promise<{ readonly credentialId: string; readonly transports: string[] }[]> =>
      db.passkey.findMany({
        where: { userId },
        select: { credentialId: true, transports: true },
      }),

    /** Adds a passkey. Returns its id; null if its credential is registered, for whichever user. */
    async insert(passkey: NewPasskey): Promise<string | null> {
      const id = randomUUID();
      const { count } = await db.passkey.createMany({
        data: [{ ...passkey, id, transports: [...passkey.transports] }],
        skipDuplicates: true,
      });
      return count === 1 ? id : null;
    },

    /**
     * Records a sign-in.
     * @param counter the number of signatures that the authenticator reported, 0 if it does not count
     * @returns false if the passkey was removed, or if a request with this number or a higher one came first
     */
    async recordUse(id: string, counter: number): Promise<boolean> {
      const count = await db.$executeRaw`
        UPDATE passkey SET counter = ${counter}::bigint, last_used_at = now()
        WHERE id = ${id} AND (counter < ${counter}::bigint OR (counter = 0 AND ${counter}::bigint = 0))`;
      return count === 1;
    },

    /** Returns false if the user has no such passkey. */
    async rename(userId: string, id: string, name: string): Promise<boolean> {
      return (await db.passkey.updateMany({ where: { userId, id }, data: { name } })).count === 1;
    },

    /** Returns the name of the removed passkey; null if the user has no such passkey. */
    async delete(userId: string, id: string): Promise<string | null> {
      const [row] = await db.$queryRaw<{ name: string }[]>`
        DELETE FROM passkey WHERE id = ${id} AND user_id = ${userId} RETURNING name`;
      return row?.name ?? null;
    },

    /** Returns the number of removed passkeys. */
    async deleteAll(userId: string): Promise<number> {
      return (await db.passkey.deleteMany({ where: { userId } })).count;
    },
  };
}
