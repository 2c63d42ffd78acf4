/** The cookie with the time zone that the person chose in this browser. */
export const TIME_ZONE_COOKIE = 'parley.time_zone';

/**
 * The IANA time zone of a cookie or a menu item. Any other value, also an offset such as +02:00, is null: that of
 * the browser.
 */
export function getTimeZone(value: string | undefined): string | null {
  if (!value || /^[+-]/.test(value)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
