import { DomainError, parseTimestamp } from '@parley/domain';

const DEFAULT_LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the deadline of a new session.
 * @param text `expires_at` of the request; the default is 24 hours from now
 * @throws DomainError invalid_expiry unless it is an RFC 3339 timestamp in the future
 */
export function expiryOf(text: string | undefined, now: Date): Date {
  if (text === undefined) return new Date(now.getTime() + DEFAULT_LIFETIME_MS);
  const ms = parseTimestamp(text);
  if (ms === null) {
    throw new DomainError(
      'invalid_expiry',
      'expires_at must be an RFC 3339 timestamp with a time zone, such as 2026-11-21T09:30:00Z.',
    );
  }
  if (ms <= now.getTime()) {
    throw new DomainError(
      'invalid_expiry',
      `expires_at must be in the future; it is ${now.toISOString()} now.`,
    );
  }
  return new Date(ms);
}
