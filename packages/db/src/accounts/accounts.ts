import type { MerchantId } from '@parley/domain';
import type { Connection } from '../sql/client.ts';
import { readClock } from '../sql/database-clock.ts';
import { sql } from '../sql/sql.ts';

export interface NewAccount {
  readonly id: string;
  /** Lowercase, and proven to belong to the person. */
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
}

/** A user in a browser session. They may belong to no merchant. */
export interface SignedInUser {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  /** The id of the browser session. */
  readonly sessionId: string;
  /** Whether the request was sent before the session got the token that it has now. */
  readonly hasFormerToken: boolean;
  /** The merchant that the user chose last. */
  readonly selectedMerchantId: string | null;
}

/** A session as a request finds it. */
export interface FoundSession {
  readonly user: SignedInUser;
  /** A pending one waits for the second factor, and an idle one was not used for twelve hours. */
  readonly state: 'pending' | 'active' | 'idle';
  /** Whether its use was recorded more than five minutes ago. */
  readonly isUseDue: boolean;
}

/** A sign-in of a user in one browser. */
export interface BrowserSession {
  readonly id: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

/** A browser in which a user begins to sign in. */
export interface NewSession extends Pick<BrowserSession, 'id' | 'ipAddress' | 'userAgent'> {
  readonly userId: string;
  readonly token: string;
}

/** A session that has not ended, whose row is locked. */
export interface LockedSession {
  /** Whether the user proved who they are within the last ten minutes. */
  readonly isRecentlyAuthenticated: boolean;
  /** Whether a passkey, which the user still has, signed this browser in. */
  readonly isPasskeySession: boolean;
}

const PASSWORD = 'credential';
/** How long a sign-in lasts. */
export const SESSION_SECONDS = 7 * 86_400;
/** How long a sign-in waits for the second factor. */
const PENDING_MS = 600_000;
/** How long a browser may stay signed in without a request. */
const IDLE_LIFETIME = sql`interval '12 hours'`;

/** Whether the user of a row of dashboard_session proved recently who they are. */
export const isRecentProof = sql`authenticated_at > now() - interval '10 minutes'`;

/** Whether a passkey, which its user still has, signed in the browser of a row of dashboard_session, s. */
export const isPasskeySession = sql`EXISTS (
  SELECT FROM passkey p WHERE p.id = s.passkey_id AND p.user_id = s.user_id)`;

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

    /** Locks a session of a user; null if it ended. */
    async lockSession(userId: string, sessionId: string): Promise<LockedSession | null> {
      const [row] = await db.$queryRaw<LockedSession[]>`
        SELECT ${isRecentProof} AS "isRecentlyAuthenticated",
          ${isPasskeySession} AS "isPasskeySession"
        FROM dashboard_session s
        WHERE id = ${sessionId} AND user_id = ${userId} AND authenticated_at IS NOT NULL
          AND expires_at > now()
        FOR NO KEY UPDATE`;
      return row ?? null;
    },

    /** Whether a passkey, which the user still has, signed a browser in. */
    async isPasskeySession(sessionId: string): Promise<boolean> {
      const rows = await db.$queryRaw<unknown[]>`
        SELECT id FROM dashboard_session s WHERE id = ${sessionId} AND ${isPasskeySession}`;
      return rows.length === 1;
    },

    async findPasswordHash(userId: string): Promise<string | null> {
      const where = { userId, providerId: PASSWORD };
      const account = await db.dashboardAccount.findFirst({ where, select: { password: true } });
      return account?.password ?? null;
    },

    /**
     * Replaces the password.
     * @param current the hash that must be stored, if the caller has checked it
     * @returns false if it is not stored
     */
    async setPassword(userId: string, passwordHash: string, current?: string): Promise<boolean> {
      const { count } = await db.dashboardAccount.updateMany({
        where: {
          userId,
          providerId: PASSWORD,
          ...(current === undefined ? {} : { password: current }),
        },
        data: { password: passwordHash },
      });
      return count === 1;
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

    /** The browsers in which a person is signed in, newest first. */
    listSessions: (userId: string): Promise<BrowserSession[]> =>
      db.$queryRaw`
        SELECT id, ip_address AS "ipAddress", user_agent AS "userAgent", created_at AS "createdAt",
          updated_at AS "lastUsedAt"
        FROM dashboard_session WHERE user_id = ${userId} AND expires_at > now() AND authenticated_at IS NOT NULL
          AND updated_at > now() - ${IDLE_LIFETIME}
        ORDER BY created_at DESC, id`,

    /** Creates a session that signs no one in. It waits ten minutes for `completeSession`. */
    async createSession(session: NewSession): Promise<void> {
      const expiresAt = new Date((await readClock(db)).getTime() + PENDING_MS);
      await db.dashboardSession.create({ data: { ...session, expiresAt } });
    },

    /** Finds the session of a token, or of one that was replaced less than ten seconds ago. */
    async findSession(token: string): Promise<FoundSession | null> {
      const [row] = await db.$queryRaw<(SignedInUser & Omit<FoundSession, 'user'>)[]>`
        SELECT s.id AS "sessionId", u.id AS "userId", u.name, u.email,
          s.token <> ${token} AS "hasFormerToken", s.active_organization_id AS "selectedMerchantId",
          CASE WHEN s.authenticated_at IS NULL THEN 'pending'
            WHEN s.updated_at > now() - ${IDLE_LIFETIME} THEN 'active' ELSE 'idle' END AS state,
          s.updated_at < now() - interval '5 minutes' AS "isUseDue"
        FROM dashboard_session s JOIN dashboard_user u ON u.id = s.user_id
        WHERE s.expires_at > now() AND (s.token = ${token}
          OR (s.former_token = ${token} AND s.former_token_expires_at > now()))`;
      if (!row) return null;
      const { state, isUseDue, ...user } = row;
      return { user, state, isUseDue };
    },

    /** Records that a session is used now. Returns false if it was not used for twelve hours. */
    async recordSessionUse(sessionId: string): Promise<boolean> {
      const count = await db.$executeRaw`
        UPDATE dashboard_session SET updated_at = now()
        WHERE id = ${sessionId} AND updated_at > now() - ${IDLE_LIFETIME}`;
      return count === 1;
    },

    /**
     * Completes a sign-in. Returns false if none waited.
     * @param completion the passkey that was used, and a token that replaces the one of the session
     */
    async completeSession(
      sessionId: string,
      { passkeyId = null, token = null }: { passkeyId?: string | null; token?: string | null } = {},
    ): Promise<boolean> {
      const count = await db.$executeRaw`
        UPDATE dashboard_session SET authenticated_at = now(), passkey_id = ${passkeyId},
          token = COALESCE(${token}, token), expires_at = now() + make_interval(secs => ${SESSION_SECONDS})
        WHERE id = ${sessionId} AND authenticated_at IS NULL AND expires_at > now()`;
      return count === 1;
    },

    /**
     * Records that the user of a session proved who they are, and replaces the token of the session. The
     * former one is accepted for ten seconds, for requests under way. A token that is younger than that stays:
     * two requests of a browser may prove it at the same time, and either response may arrive last. The
     * transaction has locked the session.
     * @param token replaces the one of the session
     * @returns the token of the session from now on; null if the session ended
     */
    async renewAuthentication(sessionId: string, token: string): Promise<string | null> {
      const isSignedIn = sql`id = ${sessionId} AND authenticated_at IS NOT NULL
        AND expires_at > now()`;
      const replaced = await db.$executeRaw`
        UPDATE dashboard_session SET authenticated_at = now(), token = ${token},
          former_token = token, former_token_expires_at = now() + interval '10 seconds'
        WHERE ${isSignedIn} AND (former_token_expires_at IS NULL OR former_token_expires_at <= now())`;
      if (replaced === 1) return token;
      const [row] = await db.$queryRaw<{ token: string }[]>`
        UPDATE dashboard_session SET authenticated_at = now() WHERE ${isSignedIn} RETURNING token`;
      return row?.token ?? null;
    },

    /** Records that the user of a session used a passkey in it. */
    async setSessionPasskey(sessionId: string, passkeyId: string): Promise<void> {
      await db.dashboardSession.updateMany({ where: { id: sessionId }, data: { passkeyId } });
    },

    /** Signs a person out of one browser, of all but one, or of all. Returns their number. */
    async endSessions(
      userId: string,
      { only, except }: { readonly only?: string; readonly except?: string } = {},
    ): Promise<number> {
      const id = only ?? (except === undefined ? undefined : { not: except });
      const where = { userId, ...(id === undefined ? {} : { id }) };
      const { count } = await db.dashboardSession.deleteMany({ where });
      return count;
    },

    /** Makes a session act for another merchant of its user. Returns false if the user is not a member. */
    async selectMerchant(sessionId: string, merchantId: string): Promise<boolean> {
      const count = await db.$executeRaw`
        UPDATE dashboard_session AS s SET active_organization_id = m.organization_id
        FROM member m
        WHERE s.id = ${sessionId} AND m.user_id = s.user_id AND m.organization_id = ${merchantId}`;
      return count === 1;
    },
  };
}
