import type { OverviewPeriod } from '@parley/domain';
import { dateLocale } from '@parley/ui/time';
import type { Translator } from '#messages/translator.ts';

/** A part of a period. RFC 3339; `until` is exclusive. */
export interface Bucket {
  readonly from: string;
  readonly until: string;
}

/** What the parts of each period are. */
export const bucketUnits = {
  '24h': 'hour',
  '7d': 'day',
  '30d': 'day',
  '13w': 'week',
} as const satisfies Record<OverviewPeriod, string>;

interface BucketNameOptions {
  readonly t: Translator<'overview'>;
  readonly locale: string;
  /** IANA name. */
  readonly zone: string;
}

/**
 * Returns functions that name a part of a period: "Mon 23 Nov, 14:00", "Mon 23 Nov" or
 * "17 Nov – 23 Nov", and on an axis "14:00" or "23 Nov". They join fields themselves, because server and
 * browser may separate them differently.
 */
export function createBucketNames(period: OverviewPeriod, { t, locale, zone }: BucketNameOptions) {
  const formatter = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(dateLocale(locale), { ...options, timeZone: zone });
    return (at: string | number) => format.format(new Date(at));
  };
  const weekday = formatter({ weekday: 'short' });
  const date = formatter({ day: 'numeric', month: 'short' });
  const time = formatter({ hour: '2-digit', minute: '2-digit' });
  const day = ({ from }: Bucket) =>
    t('chart.dayName', { weekday: weekday(from), date: date(from) });
  const names: Record<OverviewPeriod, (bucket: Bucket) => string> = {
    '24h': ({ from }) =>
      t('chart.hourName', { weekday: weekday(from), date: date(from), time: time(from) }),
    '7d': day,
    '30d': day,
    '13w': ({ from, until }) =>
      t('chart.weekName', { from: date(from), until: date(Date.parse(until) - 1) }),
  };
  return {
    getName: names[period],
    getLabel: ({ from }: Bucket) => (period === '24h' ? time : date)(from),
  };
}
