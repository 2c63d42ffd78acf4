import type { Outputs } from '#trpc/client.ts';

export type Figures = Outputs['overview']['getFigures'];
export type PeriodFigures = Figures['period'];

/** What the parts of the overview show. */
export interface PeriodProps {
  readonly period: PeriodFigures;
  /** The period that it is compared with; null if that is not complete. */
  readonly before: PeriodFigures | null;
}
