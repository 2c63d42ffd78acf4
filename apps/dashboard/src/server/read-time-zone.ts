import { cookies } from 'next/headers';
import { getTimeZone, TIME_ZONE_COOKIE } from '#preferences/time-zone.ts';
import { BROWSER_TIME_ZONE_COOKIE } from '#request-headers.ts';

/**
 * Reads the IANA time zone of the person: the chosen one, otherwise that of the browser. It is UTC for the first
 * page that a browser opens. That page is rendered again once the browser has stored its time zone.
 */
export async function readTimeZone(): Promise<string> {
  const stored = await cookies();
  const getZone = (cookie: string) => getTimeZone(stored.get(cookie)?.value);
  return getZone(TIME_ZONE_COOKIE) ?? getZone(BROWSER_TIME_ZONE_COOKIE) ?? 'UTC';
}
