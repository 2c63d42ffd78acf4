import type { MerchantId } from '@parley/domain';
import type { Connection } from '../sql/client.ts';

export interface NewAccount {
  readonly id: string;
  /** Lowercase, and proven to belong to the person. */
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
}

const PASSWORD = 'credential';

/** The accounts of people, who may belong to several merchants. */
export function accountRepository(db: Connection) {
  return {
    async findByEmail(
      email: string,
    ): Promise<{ id: string; email: string; name: string; isDisabled: boolean } | null> {
      const select = { id: true, name: true, disabledAt: true };
      const user = await db.dashboardUser.findUnique({ where: { email }, select });
      return user && { id: user.id, email, name: user.name, isDisabled: user.disabledAt !== null };
    },

    find: (userId: string): Promise<{ id: string; email: string } | null> =>
      db.dashboardUser.findUnique({ where: { id: userId }, select: { id: true, email: true } }),

    /** Creates an account. Returns false if its email has one. */
    async insert({ passwordHash, ...user }: NewAccount): Promise<boolean> {
      const { count } = await db.dashboardUser.createMany({
        data: [{ ...user, emailVerified: true }],
        skipDuplicates: true,
      });
      if (count === 0) return false;
      const { id } = user;
      await db.dashboardAccount.create({
        data: {
          id: `${id}_password`,
          userId: id,
          accountId: id,
          providerId: PASSWORD,
          password: passwordHash,
        },
      });
      return true;
    },

    async rename(userId: string, name: string): Promise<void> {
      await db.dashboardUser.updateMany({ where: { id: userId }, data: { name } });
    },

    /**
     * Replaces the email, which is proven to belong to the person. Returns false without an account. Email
     * addresses are unique: the transaction fails with invalid_request if another account has this one.
     */
    async setEmail(userId: string, email: string): Promise<boolean> {
      const count = await db.$executeRaw`
        UPDATE dashboard_user SET email = ${email}, updated_at = now() WHERE id = ${userId}`;
      return count === 1;
    },

    /** The account with an email, and the hash of its password. */
    async findPasswordByEmail(email: string): Promise<{ userId: string; hash: string } | null> {
      const [row] = await db.$queryRaw<{ userId: string; hash: string }[]>`
        SELECT a.user_id AS "userId", a.password AS hash
        FROM dashboard_user u JOIN dashboard_account a ON a.user_id = u.id
        WHERE u.email = ${email} AND a.provider_id = ${PASSWORD} AND a.password IS NOT NULL`;
      return row ?? null;
    },

    /**
     * Locks the account of a user. Transactions that also write its sessions or factors lock it first, and
     * none lets a user sign in with a password or a passkey without it.
     * @returns the hash of the password; null without an account, and while it is disabled
     */
    async lock(userId: string): Promise<string | null> {
      const [row] = await db.$queryRaw<{ password: string | null }[]>`
        SELECT password FROM dashboard_account
        WHERE user_id = ${userId} AND provider_id = ${PASSWORD} FOR NO KEY UPDATE`;
      // A statement of its own: it sees what was committed while the other one waited for the lock.
      const enabled = await db.$queryRaw<unknown[]>`
        SELECT id FROM dashboard_user WHERE id = ${userId} AND disabled_at IS NULL`;
      return enabled.length === 1 ? (row?.password ?? null) : null;
    },

    /** Disables or enables an account. Returns false if it was already. */
    async setDisabled(userId: string, isDisabled: boolean): Promise<boolean> {
      const count = isDisabled
        ? await db.$executeRaw`
            UPDATE dashboard_user SET disabled_at = now(), updated_at = now()
            WHERE id = ${userId} AND disabled_at IS NULL`
        : await db.$executeRaw`
            UPDATE dashboard_user SET disabled_at = NULL, updated_at = now()
            WHERE id = ${userId} AND disabled_at IS NOT NULL`;
      return count === 1;
    },

    async findPasswordHash(userId: string): Promise<string | null> {
      const where = { userId, providerId: PASSWORD };
      const account = await db.dashboardAccount.findFirst({ where, select: { password: true } });
      return account?.password ?? null;
    },

    async setPassword(userId: string, passwordHash: string): Promise<void> {
      await db.dashboardAccount.updateMany({
        where: { userId, providerId: PASSWORD },
        data: { password: passwordHash },
      });
    },

    /** The merchants of a person, in the order in which they joined them. */
    async listMerchants(userId: string): Promise<{ id: MerchantId; name: string }[]> {
      const rows = await db.member.findMany({
        where: { userId },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        select: { organization: { select: { merchant: { select: { id: true, name: true } } } } },
      });
      return rows.map(({ organization: { merchant } }) => ({
        id: merchant.id as MerchantId,
        name: merchant.name,
      }));
    },
  };
}
