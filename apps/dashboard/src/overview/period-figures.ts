import type { OverviewPeriod } from '@parley/domain';
import type { Outputs } from '#trpc/client.ts';

/** The figures of a period read many counters, so they are read less often than lists. */
export const FIGURES_REFRESH_MS = 60_000;

/** The input of the queries of a period. */
export interface FiguresInput {
  readonly period: OverviewPeriod;
  /** RFC 3339, exclusive. */
  readonly until: string;
  /** IANA name. */
  readonly time_zone: string;
}

export type Figures = Outputs['overview']['getFigures'];
export type PeriodFigures = Figures['period'];

/** What the parts of the overview show. */
export interface PeriodProps {
  readonly period: PeriodFigures;
  /** The period that it is compared with; null if that is not complete. */
  readonly before: PeriodFigures | null;
}
