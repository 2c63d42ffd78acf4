export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Seconds by which two clocks of an installation may differ without a warning. */
export const MAX_CLOCK_SKEW_SECONDS = 0.5;

const RFC_3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;
/** The digits of a fraction beyond milliseconds. V8 misreads a fraction of ten digits or more that begins with 0. */
const BEYOND_MILLISECONDS = /(?<=\.\d{3})\d+/;

/** RFC 3339 and PostgreSQL have no other years. A time zone can move a timestamp beyond them. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00.000Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** Parses an RFC 3339 timestamp with a time zone into milliseconds since 1970; null if invalid. */
export function parseTimestamp(text: string): number | null {
  const match = RFC_3339.exec(text);
  if (!match) return null;
  // Date.parse rejects everything else that is out of range, but not hour 24 and the 31st of April.
  const [, year, month, day, hour] = match;
  const calendar = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isOnCalendar = calendar.getUTCDate() === Number(day);
  // Stryker disable next-line MethodExpression: V8 parses lowercase letters too, but ECMAScript does not define them.
  const ms = Date.parse(text.toUpperCase().replace(BEYOND_MILLISECONDS, ''));
  return Number(hour) < 24 && isOnCalendar && ms >= FIRST_MS && ms <= LAST_MS ? ms : null;
}

/** Whether a deadline has passed at the time `now`. It has passed at its own millisecond. */
export function hasPassed(deadline: Date, now: Date): boolean {
  return deadline <= now;
}
