/** The cookie with the time zone that the person chose in this browser. */
export const TIME_ZONE_COOKIE = 'parley.time_zone';

/** The IANA time zone of a cookie or a menu item. Any other value is null: that of the browser. */
export function timeZoneOf(value: string | undefined): string | null {
  if (!value) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
