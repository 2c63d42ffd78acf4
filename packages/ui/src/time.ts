const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Clocks differ between machines; a time this close is "just now", past or future. */
const CLOCK_TOLERANCE = 30 * SECOND;

/** How a viewer reads times. */
export interface TimeFormat {
  /** IANA time zone. */
  readonly zone: string;
  /** A language of the dashboard. */
  readonly locale: string;
}

/** Formats a time relative to now: "5 min ago", "in 23 h"; as a date beyond 30 days. */
export function relativeTime(at: Date, now: Date, format: TimeFormat): string {
  const distance = at.getTime() - now.getTime();
  const size = Math.abs(distance);
  if (size >= 30 * DAY) return shortDate(at, now, format);
  if (format.locale !== 'en') return localRelativeTime(distance, format.locale);
  if (size < CLOCK_TOLERANCE) return 'just now';
  const duration = formatDuration(size);
  return distance < 0 ? `${duration} ago` : `in ${duration}`;
}

/** In words: the abbreviations of Intl have periods, also at the end of a sentence. English has its own, above. */
function localRelativeTime(distance: number, locale: string): string {
  const size = Math.abs(distance);
  if (size < CLOCK_TOLERANCE) {
    return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second');
  }
  const [unit, length] =
    size < MINUTE
      ? (['second', SECOND] as const)
      : size < HOUR
        ? (['minute', MINUTE] as const)
        : size < 2 * DAY
          ? (['hour', HOUR] as const)
          : (['day', DAY] as const);
  return new Intl.RelativeTimeFormat(locale, { style: 'long' }).format(
    Math.trunc(distance / length),
    unit,
  );
}

function formatDuration(size: number): string {
  if (size < MINUTE) return `${Math.floor(size / SECOND)} s`;
  if (size < HOUR) return `${Math.floor(size / MINUTE)} min`;
  if (size < 2 * DAY) return `${Math.floor(size / HOUR)} h`;
  return `${Math.floor(size / DAY)} days`;
}

function shortDate(at: Date, now: Date, { zone, locale }: TimeFormat): string {
  const sameYear = at.getUTCFullYear() === now.getUTCFullYear();
  return new Intl.DateTimeFormat(dateLocale(locale), {
    day: 'numeric',
    month: 'short',
    ...(sameYear ? {} : { year: 'numeric' }),
    timeZone: zone,
  }).format(at);
}

/** Formats a full timestamp: "20 Nov 2026, 14:03:22 GMT+1". */
export function absoluteTime(at: Date, { zone, locale }: TimeFormat): string {
  return new Intl.DateTimeFormat(dateLocale(locale), {
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

/** Formats a time of day: "14:03:22"; for other days with the date: "19 Nov, 14:03". */
export function clockTime(at: Date, now: Date, format: TimeFormat): string {
  const { zone, locale } = format;
  const day = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: zone });
  if (day.format(at) !== day.format(now)) {
    const time = new Intl.DateTimeFormat(dateLocale(locale), {
      timeStyle: 'short',
      timeZone: zone,
    });
    return `${shortDate(at, now, format)}, ${time.format(at)}`;
  }
  return new Intl.DateTimeFormat(dateLocale(locale), {
    timeStyle: 'medium',
    timeZone: zone,
  }).format(at);
}

/** The locale of the dates of a language. English dates begin with the day. */
export const dateLocale = (locale: string): string => (locale === 'en' ? 'en-GB' : locale);
