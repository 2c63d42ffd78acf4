import { cookies } from 'next/headers';
import { BROWSER_TIME_ZONE_COOKIE } from '#request-headers.ts';
import { TIME_ZONE_COOKIE, timeZoneOf } from '#time-zone/time-zone.ts';

/**
 * The IANA time zone in which the person reads times: the chosen one, otherwise that of the browser. It is UTC
 * for the first page that a browser opens, which renders again as soon as the zone is known.
 */
export async function currentTimeZone(): Promise<string> {
  const stored = await cookies();
  const zoneOf = (cookie: string) => timeZoneOf(stored.get(cookie)?.value);
  return zoneOf(TIME_ZONE_COOKIE) ?? zoneOf(BROWSER_TIME_ZONE_COOKIE) ?? 'UTC';
}
