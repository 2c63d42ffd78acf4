import { DomainError, parseTimestamp } from '@parley/domain';

const DEFAULT_LIFETIME_SECONDS = 24 * 60 * 60;

/**
 * Returns the deadline of a new session.
 * @param text `expires_at` of the request
 * @param lifetimeSeconds how long a session without `expires_at` lasts; 24 hours if it is null
 * @throws DomainError invalid_expiry unless it is an RFC 3339 timestamp in the future
 */
export function computeExpiry(
  text: string | undefined,
  now: Date,
  lifetimeSeconds: number | null = null,
): Date {
  if (text === undefined) {
    return new Date(now.getTime() + (lifetimeSeconds ?? DEFAULT_LIFETIME_SECONDS) * 1_000);
  }
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
