import { hasPassed, InvalidFieldError, parseTimestamp } from '@parley/domain';

/** A timestamp whose plus sign a URL turned into a space. */
const LOST_PLUS = /\d \d\d:\d\d$/;

/**
 * Parses a timestamp of a request.
 * @throws DomainError invalid_request, naming the field, when it is not an RFC 3339 timestamp with a time zone
 */
export function parseTimestampField(field: string, text: string): Date {
  const ms = parseTimestamp(text);
  if (ms === null) {
    throw new InvalidFieldError(
      field,
      `must be an RFC 3339 timestamp with a time zone, such as 2026-11-21T09:30:00Z.${LOST_PLUS.test(text) ? ' Encode + as %2B in a URL.' : ''}`,
    );
  }
  return new Date(ms);
}

/** @throws DomainError invalid_request, naming the field, when the time is not after `now` */
export function requireFuture(field: string, time: Date, now: Date): void {
  if (!hasPassed(time, now)) return;
  throw new InvalidFieldError(field, `must be in the future; it is ${now.toISOString()} now.`);
}
