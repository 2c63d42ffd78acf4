import { hash, randomBytes } from 'node:crypto';
import type { Connection } from '../sql/client.ts';

/** Creates the secret of a link: 256 random bits, and the hash that is stored. */
export function createLinkToken(): { readonly token: string; readonly tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashLinkToken(token) };
}

/** SHA-256 of the secret of a link, lowercase hex. */
export function hashLinkToken(token: string): string {
  return hash('sha256', token);
}

/** What a link is for. */
export type LinkPurpose = 'sign_up' | 'reset_password' | 'change_email';

/** Links that were sent to an email or a user, which work once. */
export function linkTokenRepository(db: Connection) {
  return {
    /**
     * Saves a link. The former link for the same purpose and subject stops working.
     * @param subject an email for sign_up, the id of a user for reset_password, both for change_email
     */
    async save(link: {
      readonly purpose: LinkPurpose;
      readonly subject: string;
      readonly tokenHash: string;
      readonly lifetimeSeconds: number;
    }): Promise<void> {
      const { purpose, subject, tokenHash, lifetimeSeconds } = link;
      const identifier = `${purpose}:${subject}`;
      await db.$executeRaw`
        DELETE FROM dashboard_verification
        WHERE identifier = ${identifier} OR expires_at < now() - interval '1 day'`;
      await db.$executeRaw`
        INSERT INTO dashboard_verification (id, identifier, value, expires_at)
        VALUES (${tokenHash}, ${identifier}, ${subject},
          now() + make_interval(secs => ${lifetimeSeconds}::double precision))`;
    },

    /** The subject of a link that still works; null otherwise. */
    async find(purpose: LinkPurpose, tokenHash: string): Promise<string | null> {
      const [row] = await db.$queryRaw<{ value: string }[]>`
        SELECT value FROM dashboard_verification
        WHERE id = ${tokenHash} AND identifier = ${purpose} || ':' || value AND expires_at > now()`;
      return row?.value ?? null;
    },

    /** Uses a link up. Returns its subject; null if it does not work, for example the second time. */
    async take(purpose: LinkPurpose, tokenHash: string): Promise<string | null> {
      const [row] = await db.$queryRaw<{ value: string }[]>`
        DELETE FROM dashboard_verification
        WHERE id = ${tokenHash} AND identifier = ${purpose} || ':' || value AND expires_at > now()
        RETURNING value`;
      return row?.value ?? null;
    },

    /** Ends the links for a purpose whose subject begins with a user. */
    async deleteByUser(purpose: LinkPurpose, userId: string): Promise<void> {
      await db.$executeRaw`
        DELETE FROM dashboard_verification
        WHERE starts_with(identifier, ${`${purpose}:${userId} `})`;
    },

    /** Ends the links for a purpose and subject. */
    async delete(purpose: LinkPurpose, subject: string): Promise<void> {
      await db.dashboardVerification.deleteMany({ where: { identifier: `${purpose}:${subject}` } });
    },
  };
}
