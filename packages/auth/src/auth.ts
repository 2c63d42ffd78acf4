import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { accountTransaction, type Database, type FoundSession, SESSION_SECONDS } from '@parley/db';
import { findCookie, formatCookie, isEqual } from './cookies.ts';
import { SESSION_COOKIE } from './session-checks.ts';

/** What a session records about the browser that it is in. */
interface Browser {
  readonly headers: Headers;
  /** The IP address, if it is known. */
  readonly address: string | undefined;
}

export interface AuthOptions {
  readonly database: Database;
  /** At least 32 characters; signs cookies. */
  readonly secret: string;
}

/** Creates the token of a browser session: 256 random bits. */
export const createSessionToken = (): string => randomBytes(32).toString('base64url');

/**
 * Browser sessions and their cookies. The value of a cookie is the token of its session with an HMAC-SHA-256, so a
 * token that someone reads in the database is of no use.
 */
export function createAuth({ database, secret }: AuthOptions) {
  const sign = (text: string, encoding: 'base64' | 'base64url'): string =>
    createHmac('sha256', secret).update(text).digest(encoding);
  const signToken = (token: string): string =>
    encodeURIComponent(`${token}.${sign(token, 'base64')}`);
  const sessionCookie = (token: string): string =>
    formatCookie(SESSION_COOKIE, signToken(token), SESSION_SECONDS);

  return {
    sign,
    /** A Set-Cookie header with the token of a session. */
    sessionCookie,

    /**
     * Finds the session of the cookie, whatever its state.
     * @throws DomainError service_unavailable
     */
    async findSession(headers: Headers): Promise<FoundSession | null> {
      const cookie = findCookie(headers.get('cookie'), SESSION_COOKIE);
      const [token = ''] = cookie?.split('.') ?? [];
      if (!cookie || !isEqual(cookie, signToken(token))) return null;
      return database.users.browserSessions.find(token);
    },

    /**
     * Creates a session in the browser that sent a request. It signs no one in until `complete` of its
     * repository completes it.
     * @returns its id and a Set-Cookie header
     * @throws DomainError service_unavailable
     */
    async createSession(userId: string, { headers, address }: Browser) {
      const [id, token] = [randomUUID(), createSessionToken()];
      const userAgent = headers.get('user-agent');
      await accountTransaction(database, ({ browserSessions }) =>
        browserSessions.create({ id, userId, token, ipAddress: address ?? null, userAgent }),
      );
      return { id, setCookie: sessionCookie(token) };
    },
  };
}

export type Auth = ReturnType<typeof createAuth>;
