import { type OverviewPeriod, overviewPeriods } from '@parley/domain';
import type { ModeRoute } from './mode-route.ts';
import { readOption, type SearchParams, withQuery } from './search-params.ts';

const QUARTER_MS = 15 * 60_000;

/** The parameter of the series that the chart shows. */
export const CHART_PARAM = 'chart';

const DEFAULT_PERIOD: OverviewPeriod = '7d';

/** The period that an address selects. */
export function readPeriod({ period }: SearchParams): OverviewPeriod {
  return readOption(period, overviewPeriods) ?? DEFAULT_PERIOD;
}

/** @param chart what the chart shows; by default its first series */
export function overviewHref(
  period: OverviewPeriod = DEFAULT_PERIOD,
  chart: string | null = null,
): ModeRoute {
  return withQuery('/[mode]/overview', {
    period: period === DEFAULT_PERIOD ? null : period,
    [CHART_PARAM]: chart,
  });
}

/** The end of all periods: the next multiple of 15 minutes, because sessions are counted for each. */
export function getPeriodEnd(now: Date): string {
  return new Date(Math.floor(now.getTime() / QUARTER_MS + 1) * QUARTER_MS).toISOString();
}
