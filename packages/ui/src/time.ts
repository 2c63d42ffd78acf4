const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Clocks of two machines differ; a moment this near is "just now" on either side. */
const NEAR = 30 * SECOND;

/**
 * How long ago, or in how long: "5 min ago", "in 23 h". Beyond a month the date.
 * @param zone IANA name, for the date
 */
export function relativeTime(at: Date, now: Date, zone: string): string {
  const distance = at.getTime() - now.getTime();
  const size = Math.abs(distance);
  if (size < NEAR) return 'just now';
  if (size >= 30 * DAY) return shortDate(at, now, zone);
  const words = amount(size);
  return distance < 0 ? `${words} ago` : `in ${words}`;
}

function amount(size: number): string {
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
 * The moment in full: "20 Nov 2026, 14:03:22 GMT+1".
 * @param zone IANA name
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
 * The time of day, for moments that follow each other closely: "14:03:22"; before today with its
 * date: "19 Nov, 14:03".
 * @param zone IANA name
 */
export function clockTime(at: Date, now: Date, zone: string): string {
  const day = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: zone });
  if (day.format(at) !== day.format(now)) {
    const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: zone });
    return `${shortDate(at, now, zone)}, ${time.format(at)}`;
  }
  return new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: zone }).format(at);
}
