import type { Period } from './search-params.ts';

/** A part of a period. RFC 3339; `until` is exclusive. */
export interface Bucket {
  readonly from: string;
  readonly until: string;
}

/** What the parts of each period are. */
export const unitOf: Readonly<Record<Period, string>> = {
  '24h': 'Hour',
  '7d': 'Day',
  '30d': 'Day',
  '13w': 'Week',
};

const formatter = (zone: string, options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
  return (at: string | number) => format.format(new Date(at));
};

/**
 * Returns functions that name a part of a period: "Mon 23 Nov, 14:00", "Mon 23 Nov" or
 * "17 Nov – 23 Nov", and on an axis "14:00" or "23 Nov". They join fields themselves, because server and
 * browser may separate them differently.
 * @param zone IANA time zone
 */
export function bucketNames(period: Period, zone: string) {
  const weekday = formatter(zone, { weekday: 'short' });
  const date = formatter(zone, { day: 'numeric', month: 'short' });
  const time = formatter(zone, { hour: '2-digit', minute: '2-digit' });
  const day = (at: string) => `${weekday(at)} ${date(at)}`;
  const names: Record<Period, (bucket: Bucket) => string> = {
    '24h': ({ from }) => `${day(from)}, ${time(from)}`,
    '7d': ({ from }) => day(from),
    '30d': ({ from }) => day(from),
    '13w': ({ from, until }) => `${date(from)} – ${date(Date.parse(until) - 1)}`,
  };
  return {
    nameOf: names[period],
    labelOf: ({ from }: Bucket) => (period === '24h' ? time : date)(from),
  };
}
