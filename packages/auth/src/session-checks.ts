import { hash } from 'node:crypto';
import { channel, subscribe } from 'node:diagnostics_channel';
import { setNewest } from '@parley/domain';
import { findCookie } from './cookies.ts';

/** Browsers accept the __Host- prefix over https and from localhost. */
export const SESSION_COOKIE = '__Host-parley.session';

/** Bounds the memory. A forgotten session is unknown until its next request. */
const MAX_KNOWN_SESSIONS = 10_000;

interface SessionCheck {
  readonly cookie: string;
  /** The merchant that the session acts for, or its user; null if the session is not valid. */
  readonly sender: string | null;
}

/** Next.js bundles pages, route handlers and the start of the server separately, without common variables. */
const CHANNEL = 'parley.session-checks';
const checks = channel(CHANNEL);

/**
 * Reports whose session cookie a request has, or null for one that is not valid, to all `watchSessionChecks` of this
 * process. Does nothing without a cookie.
 */
export function reportSessionCheck(headers: Headers, sender: string | null): void {
  const cookie = findCookie(headers.get('cookie'), SESSION_COOKIE);
  if (cookie !== undefined) checks.publish({ cookie, sender } satisfies SessionCheck);
}

/** The sessions that were valid when this process checked them last. */
export interface KnownSessions {
  /** Whose session a Cookie header contains; undefined without such a session. */
  getSender(cookieHeader: string | undefined): string | undefined;
}

/** Remembers the session cookies that this process has checked. */
export function watchSessionChecks(): KnownSessions {
  /** Senders by the hash of the cookie, in the order of their last success. */
  const known = new Map<string, string>();
  const getHash = (cookie: string) => hash('sha256', cookie, 'base64');

  subscribe(CHANNEL, (message) => {
    const { cookie, sender } = message as SessionCheck;
    const cookieHash = getHash(cookie);
    if (sender === null) known.delete(cookieHash);
    else setNewest(known, cookieHash, sender, MAX_KNOWN_SESSIONS);
  });
  return {
    getSender(cookieHeader) {
      const cookie = findCookie(cookieHeader, SESSION_COOKIE);
      return cookie === undefined ? undefined : known.get(getHash(cookie));
    },
  };
}
