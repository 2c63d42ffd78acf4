/** The periods of the overview: 24 hours, 7 or 30 days, or 13 weeks. */
export const overviewPeriods = ['24h', '7d', '30d', '13w'] as const;
export type OverviewPeriod = (typeof overviewPeriods)[number];
