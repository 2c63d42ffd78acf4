const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Clocks differ between machines; a time this close is "just now", past or future. */
const CLOCK_TOLERANCE = 30 * SECOND;

/**
 * Formats a time relative to now: "5 min ago", "in 23 h"; as a date beyond 30 days.
 * @param zone IANA time zone of the date
 */
export function relativeTime(at: Date, now: Date, zone: string): string {
  const distance = at.getTime() - now.getTime();
  const size = Math.abs(distance);
  if (size < CLOCK_TOLERANCE) return 'just now';
  if (size >= 30 * DAY) return shortDate(at, now, zone);
  const duration = formatDuration(size);
  return distance < 0 ? `${duration} ago` : `in ${duration}`;
}

function formatDuration(size: number): string {
  if (size < MINUTE) return `${Math.floor(size / SECOND)} s`;
  if (size < HOUR) return `${Math.floor(size / MINUTE)} min`;
  if (size < 2 * DAY) return `${Math.floor(size / HOUR)} h`;
  return `${Math.floor(size / DAY)} days`;
}

function shortDate(at: Date, now: Date, zone: string): string {
  const sameYear = at.getUTCFullYear() === now.getUTCFullYear();
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
    timeZone: zone,
  }).format(at);
}

/**
 * Formats a full timestamp: "20 Nov 2026, 14:03:22 GMT+1".
 * @param zone IANA time zone
 */
export function absoluteTime(at: Date, zone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    timeZone: zone,
  }).format(at);
}

/**
 * Formats a time of day: "14:03:22"; for other days with the date: "19 Nov, 14:03".
 * @param zone IANA time zone
 */
export function clockTime(at: Date, now: Date, zone: string): string {
  const day = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: zone });
  if (day.format(at) !== day.format(now)) {
    const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: zone });
    return `${shortDate(at, now, zone)}, ${time.format(at)}`;
  }
  return new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: zone }).format(at);
}
