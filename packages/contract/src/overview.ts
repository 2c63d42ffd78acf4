// The overview, which only the dashboard reads, over RPC.
import { endpointStatuses, overviewPeriods } from '@parley/domain';
import { z } from 'zod';

export const getFiguresInput = z.strictObject({
  /** 24 hours, 7 or 30 days, or 13 weeks, up to the current one. */
  period: z.enum(overviewPeriods),
  /** The end of the period, exclusive: an RFC 3339 timestamp at a multiple of 15 minutes. */
  until: z.string(),
  /** The IANA time zone on whose clocks hours and days begin. */
  time_zone: z.string().max(100),
});
export type GetFiguresInput = z.infer<typeof getFiguresInput>;

/** A session is paid once at most, so payments are paid sessions. */
const currencyVolume = z.object({
  currency: z.string(),
  payments: z.int(),
  amount_minor: z.int(),
});

/** The figures of one period. */
export const periodFigures = z.object({
  from: z.string(),
  /** Exclusive. */
  until: z.string(),
  /** Gross: what sessions took that were paid in the period, without refunds and disputes. */
  volume: z.array(currencyVolume),
  /** The same by hour, day or week, in the order of time; also those without payments. */
  buckets: z.array(
    z.object({ from: z.string(), until: z.string(), volume: z.array(currencyVolume) }),
  ),
  /** The sessions that were created in the period, and how many of them reached each step until now. */
  funnel: z.object({ created: z.int(), opened: z.int(), paid: z.int(), provisioned: z.int() }),
  /** The share of the opened sessions that were paid, from 0 to 1; null if none was opened. */
  success_rate: z.number().nullable(),
  /** From creation to payment, at most 19 % off; of sessions paid in the period, null if none was. */
  median_seconds_to_pay: z.number().nullable(),
  /** Attempts that failed in the period, the most frequent reason first. Declines are not among them. */
  failures: z.array(z.object({ reason: z.string(), attempts: z.int() })),
  /** Payments that were declined in the period by the provider's decline code, the most frequent first. */
  declines: z.array(z.object({ code: z.string(), payments: z.int() })),
});
export type PeriodFigures = z.infer<typeof periodFigures>;

export const figures = z.object({
  /** The one in which the parts of both periods begin. */
  time_zone: z.string(),
  period: periodFigures,
  /** The period of as many hours, days or weeks before it. Its last one ends after as much time. */
  previous: periodFigures,
  /** When counting began; earlier sessions are in no figure. Null if none was counted. */
  counted_from: z.string().nullable(),
});
export type Figures = z.infer<typeof figures>;

/** The health of webhooks in a period, counted from the newest deliveries of each endpoint. */
export const webhookHealth = z.object({
  /** Endpoints that are not archived, newest first. */
  endpoints: z.array(
    z.object({
      webhook_endpoint_id: z.string(),
      url: z.string(),
      status: z.enum(endpointStatuses),
      /** Deliveries of events of the period. */
      succeeded: z.int(),
      /** Without attempts left. */
      failed: z.int(),
      /** Waiting deliveries of any event, up to `max_deliveries`. */
      waiting: z.int(),
      oldest_waiting_at: z.string().nullable(),
      /** The share of the attempts that failed, from 0 to 1; null if there were none. */
      failure_rate: z.number().nullable(),
      /** That of the period before; also null if its deliveries may have been deleted. */
      previous_failure_rate: z.number().nullable(),
      /** Whether only the last `max_deliveries` of more were counted. */
      is_partial: z.boolean(),
    }),
  ),
  /** Whether there are more endpoints. */
  has_more: z.boolean(),
  /** The number of deliveries of an endpoint that are counted. */
  max_deliveries: z.int(),
});
export type WebhookHealth = z.infer<typeof webhookHealth>;
