import type { Mode } from '@parley/domain';
import type { Route } from 'next';
import { readOption, type SearchParams, withQuery } from '#lists/search-params.ts';

const HOUR_MS = 60 * 60_000;
const QUARTER_MS = HOUR_MS / 4;

/** The periods of the overview, each with its length in hours. */
const periodHours = { '24h': 24, '7d': 7 * 24, '30d': 30 * 24, '90d': 90 * 24 } as const;

export type Period = keyof typeof periodHours;

export const periods = Object.keys(periodHours) as readonly Period[];

const DEFAULT_PERIOD: Period = '7d';

/** The period that an address selects. */
export function readPeriod({ period }: SearchParams): Period {
  return readOption(period, periods) ?? DEFAULT_PERIOD;
}

export function overviewHref(mode: Mode, period: Period = DEFAULT_PERIOD): Route {
  return withQuery(`/${mode}/overview`, period === DEFAULT_PERIOD ? {} : { period });
}

/** The end of all periods: the next multiple of 15 minutes, because sessions are counted for each. */
export function periodEnd(now: Date): string {
  return new Date(Math.floor(now.getTime() / QUARTER_MS + 1) * QUARTER_MS).toISOString();
}

/**
 * The input of the query for a period.
 * @param until RFC 3339, exclusive
 */
export function figuresInput(period: Period, until: string) {
  const ms = periodHours[period] * HOUR_MS;
  return { from: new Date(Date.parse(until) - ms).toISOString(), until };
}
