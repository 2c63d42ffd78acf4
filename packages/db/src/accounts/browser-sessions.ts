import type { Connection } from '../sql/client.ts';
import { readClock } from '../sql/database-clock.ts';
import { sql } from '../sql/sql.ts';

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

/** The sign-ins of people in browsers. */
export function browserSessionRepository(db: Connection) {
  return {
    /** The browsers in which a person is signed in, newest first. */
    list: (userId: string): Promise<BrowserSession[]> =>
      db.$queryRaw`
        SELECT id, ip_address AS "ipAddress", user_agent AS "userAgent", created_at AS "createdAt",
          updated_at AS "lastUsedAt"
        FROM dashboard_session WHERE user_id = ${userId} AND expires_at > now() AND authenticated_at IS NOT NULL
          AND updated_at > now() - ${IDLE_LIFETIME}
        ORDER BY created_at DESC, id`,

    /** Creates a session that signs no one in. It waits ten minutes for `complete`. */
    async create(session: NewSession): Promise<void> {
      const expiresAt = new Date((await readClock(db)).getTime() + PENDING_MS);
      await db.dashboardSession.create({ data: { ...session, expiresAt } });
    },

    /** Finds the session of a token, or of one that was replaced less than ten seconds ago. */
    async find(token: string): Promise<FoundSession | null> {
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

    /** Locks a session of a user; null if it ended. */
    async lock(userId: string, sessionId: string): Promise<LockedSession | null> {
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

    /** Records that a session is used now. Returns false if it was not used for twelve hours. */
    async recordUse(sessionId: string): Promise<boolean> {
      const count = await db.$executeRaw`
        UPDATE dashboard_session SET updated_at = now()
        WHERE id = ${sessionId} AND updated_at > now() - ${IDLE_LIFETIME}`;
      return count === 1;
    },

    /**
     * Completes a sign-in. Returns false if none waited.
     * @param completion the passkey that was used, and a token that replaces the one of the session
     */
    async complete(
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
    async setPasskey(sessionId: string, passkeyId: string): Promise<void> {
      await db.dashboardSession.updateMany({ where: { id: sessionId }, data: { passkeyId } });
    },

    /** Signs a person out of one browser, of all but one, or of all. Returns their number. */
    async end(
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
