// The overview, which only the dashboard reads, over RPC.
import { z } from 'zod';

export const getFiguresInput = z.strictObject({
  /** RFC 3339 timestamps at a multiple of 15 minutes, so that days of every time zone can be chosen. */
  from: z.string(),
  /** Exclusive. */
  until: z.string(),
});
export type GetFiguresInput = z.infer<typeof getFiguresInput>;

/** The figures of one period. */
export const periodFigures = z.object({
  from: z.string(),
  /** Exclusive. */
  until: z.string(),
  /** Gross: what sessions took that were paid in the period, without refunds and disputes. */
  volume: z.array(z.object({ currency: z.string(), payments: z.int(), amount_minor: z.int() })),
  /** The sessions that were created in the period, and how many of them reached each step until now. */
  funnel: z.object({ created: z.int(), opened: z.int(), paid: z.int(), provisioned: z.int() }),
  /** The share of the opened sessions that were paid, from 0 to 1; null if none was opened. */
  success_rate: z.number().nullable(),
  /** From creation to payment, at most 19 % off; of sessions paid in the period, null if none was. */
  median_seconds_to_pay: z.number().nullable(),
  /** Attempts that failed in the period, the most frequent reason first. Declines are not among them. */
  failures: z.array(z.object({ reason: z.string(), attempts: z.int() })),
});
export type PeriodFigures = z.infer<typeof periodFigures>;

export const figures = z.object({
  period: periodFigures,
  /** The period of the same length before it. */
  previous: periodFigures,
  /** When counting began; earlier sessions are in no figure. Null if none was counted. */
  counted_from: z.string().nullable(),
});
export type Figures = z.infer<typeof figures>;
