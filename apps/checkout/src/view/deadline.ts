const DAY_MS = 86_400_000;
/** Each unit with its length and the time from which it is used, in milliseconds. */
const units = [
  ['day', DAY_MS, 2 * DAY_MS],
  ['hour', 3_600_000, 3_600_000],
  ['minute', 60_000, 60_000],
  ['second', 1_000, 0],
] as const;

/** The time until `at` in whole units, rounded down, such as "in 23 hours". */
export function formatTimeUntil(at: Date, nowMs: number, locale: string): string {
  const left = Math.max(0, at.getTime() - nowMs);
  const [unit, length] = units.find(([, , from]) => left >= from) ?? units[3];
  return new Intl.RelativeTimeFormat(locale).format(Math.floor(left / length), unit);
}

/**
 * Date and time of `at`.
 * @param timeZone IANA name; the viewer's own by default
 */
export function formatDateTime(at: Date, locale: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    ...(timeZone ? { timeZone } : {}),
  }).format(at);
}
