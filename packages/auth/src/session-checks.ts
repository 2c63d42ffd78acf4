import { hash } from 'node:crypto';
import { channel, subscribe } from 'node:diagnostics_channel';

/** Browsers accept the __Host- prefix over https and from localhost. */
export const SESSION_COOKIE = '__Host-parley.session';

/** Bounds the memory. A forgotten session is unknown until its next request. */
const MAX_KNOWN_SESSIONS = 10_000;

interface SessionCheck {
  readonly cookie: string;
  readonly isValid: boolean;
}

/** Next.js bundles pages, route handlers and the start of the server separately, without common variables. */
const CHANNEL = 'parley.session-checks';
const checks = channel(CHANNEL);

const findCookie = (header: string | null | undefined): string | undefined =>
  header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${SESSION_COOKIE}=`));

/** Reports whether the session cookie of a request is valid, to all `watchSessionChecks` of this process. Does nothing without one. */
export function reportSessionCheck(headers: Headers, isValid: boolean): void {
  const cookie = findCookie(headers.get('cookie'));
  if (cookie !== undefined) checks.publish({ cookie, isValid } satisfies SessionCheck);
}

/** The sessions that were valid when this process checked them last. */
export interface KnownSessions {
  /** Whether a Cookie header contains such a session. */
  has(cookieHeader: string | undefined): boolean;
}

/** Remembers the session cookies that this process has checked. */
export function watchSessionChecks(): KnownSessions {
  /** Hashes of cookies, in the order of their last success. */
  const known = new Set<string>();
  const hashOf = (cookie: string) => hash('sha256', cookie, 'base64');

  subscribe(CHANNEL, (message) => {
    const { cookie, isValid } = message as SessionCheck;
    const cookieHash = hashOf(cookie);
    known.delete(cookieHash);
    if (isValid) known.add(cookieHash);
    const [oldest] = known;
    if (known.size > MAX_KNOWN_SESSIONS && oldest !== undefined) known.delete(oldest);
  });
  return {
    has(cookieHeader) {
      const cookie = findCookie(cookieHeader);
      return cookie !== undefined && known.has(hashOf(cookie));
    },
  };
}
