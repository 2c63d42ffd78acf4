import type { Connection } from '../sql/client.ts';
import type { Scope } from '../sql/records.ts';
import { type MerchantGroup, onShard } from '../sql/shards.ts';
import { type Sql, sql } from '../sql/sql.ts';

/** Minutes for which sessions are counted together. All time zones are multiples of 15 minutes off UTC. */
export const FIGURE_MINUTES = 15;

/** The figures that an event of a type counts in. */
const figuresOfTypes = [
  ['proxy_session.created', 'created'],
  ['proxy_session.payer_opened', 'opened'],
  ['proxy_session.paid', 'paid'],
  ['proxy_session.paid', 'volume'],
  ['proxy_session.paid', 'time_to_pay'],
  ['proxy_session.provisioned', 'provisioned'],
  ['acquisition_attempt.failed', 'failed'],
] as const;

type Figure = (typeof figuresOfTypes)[number][1] | 'declined';

/** Intervals of times to pay for each doubling of the time; the first one begins at one second. */
const INTERVALS_PER_DOUBLING = 2;

/** The geometric middle of an interval of times to pay, in seconds: at most 19 % off each time in it. */
export const middleOfInterval = (interval: number): number =>
  2 ** ((interval + 0.5) / INTERVALS_PER_DOUBLING);

/**
 * Adds the events and declines that a fan-out takes to the counts. A session counts once in each figure,
 * although its status may change to paid again; a failure counts for each attempt. Steps of the funnel
 * count when the session was created, so that they describe the same sessions.
 * @param taken a FROM item named `taken` with merchant_id and event_id: the id of an event or a decline
 * @param declined a FROM item named `declined` with the declines among them, as `selectDeclines` reads them
 */
export const countEvents = (taken: Sql, declined: Sql, merchants: MerchantGroup): Sql => sql`
  INSERT INTO session_figure AS f
    (merchant_id, mode, starts_at, figure, label, count, amount_minor)
  SELECT merchant_id, mode, starts_at, figure, label, count(*), sum(amount)
  FROM (
    SELECT o.merchant_id, o.mode, k.figure,
      date_bin(make_interval(mins => ${FIGURE_MINUTES}::int),
        CASE WHEN k.figure IN ('volume', 'time_to_pay', 'failed') THEN o.created_at ELSE s.created_at END,
        ${new Date(0)}::timestamptz) AS starts_at,
      CASE k.figure
        WHEN 'volume' THEN s.final_currency
        WHEN 'time_to_pay' THEN floor(${INTERVALS_PER_DOUBLING}::int
          * log(2, greatest(EXTRACT(epoch FROM o.created_at - s.created_at), 1)))::int::text
        WHEN 'failed' THEN left(COALESCE(o.payload #>> '{data,object,status_reason}', 'unknown'), 100)
        ELSE ''
      END AS label,
      CASE k.figure WHEN 'volume' THEN s.final_amount_minor ELSE 0 END AS amount
    FROM ${taken}
    JOIN outbox_event o ON o.merchant_id = taken.merchant_id AND o.id = taken.event_id
      ${onShard(merchants, 'o.merchant_id')}
    JOIN unnest(${figuresOfTypes.map(([type]) => type)}::text[],
                ${figuresOfTypes.map(([, figure]) => figure)}::text[]) AS k (type, figure)
      ON k.type = o.type
    JOIN proxy_session s ON s.merchant_id = o.merchant_id AND s.id = o.proxy_session_id
      ${onShard(merchants, 's.merchant_id')}
    WHERE k.figure = 'failed' OR NOT EXISTS (
      SELECT 1 FROM outbox_event e
      WHERE e.merchant_id = o.merchant_id AND e.proxy_session_id = o.proxy_session_id
        AND e.sequence < o.sequence AND e.type = o.type ${onShard(merchants, 'e.merchant_id')})
    UNION ALL
    SELECT declined.merchant_id, declined.mode, 'declined',
      date_bin(make_interval(mins => ${FIGURE_MINUTES}::int), declined.at, ${new Date(0)}::timestamptz),
      declined.code, 0
    FROM ${declined}
  ) AS counted
  GROUP BY merchant_id, mode, starts_at, figure, label
  ORDER BY merchant_id, mode, starts_at, figure, label
  ON CONFLICT (merchant_id, mode, starts_at, figure, label)
  DO UPDATE SET count = f.count + excluded.count, amount_minor = f.amount_minor + excluded.amount_minor`;

/** Sessions counted in a period. */
export interface FigureRecord {
  readonly figure: Figure;
  readonly label: string;
  /** Whether they were counted before the period, in the one that it is compared with. */
  readonly isPrevious: boolean;
  /** The number of its part of the period, from 0; null for figures other than the volume. */
  readonly bucket: number | null;
  readonly count: bigint;
  /** Minor units; not 0 for a volume only. */
  readonly amountMinor: bigint;
}

/** A period in parts that follow each other, each with its beginning. */
interface DividedPeriod {
  readonly starts: readonly Date[];
  /** Exclusive. */
  readonly until: Date;
}

/** A period, and the one before it that it is compared with. */
export interface ComparedPeriods {
  readonly current: DividedPeriod;
  readonly previous: DividedPeriod;
}

/** The figures of one merchant in one mode. */
export function sessionFigureRepository(db: Connection, { merchantId, mode }: Scope) {
  return {
    /**
     * Reads the figures of a period and of the one that it is compared with, and the volume of each of
     * their parts. It reads one row for each 15 minutes and label, however many sessions there are. All
     * times are multiples of 15 minutes.
     */
    async read({ current, previous }: ComparedPeriods): Promise<FigureRecord[]> {
      const [from] = current.starts;
      const [previousFrom] = previous.starts;
      const starts = [...previous.starts, ...current.starts].map((start) => start.toISOString());
      return db.$queryRaw<FigureRecord[]>`
        SELECT figure, label, starts_at < ${from} AS "isPrevious",
          CASE figure WHEN 'volume' THEN width_bucket(starts_at, ${starts}::timestamptz[]) - 1
            - CASE WHEN starts_at < ${from} THEN 0 ELSE ${previous.starts.length}::int END
          END AS bucket,
          sum(count)::bigint AS count, sum(amount_minor)::bigint AS "amountMinor"
        FROM session_figure
        WHERE merchant_id = ${merchantId} AND mode = ${mode}
          AND starts_at >= ${previousFrom} AND starts_at < ${current.until}
          AND NOT (starts_at >= ${previous.until} AND starts_at < ${from})
        GROUP BY 1, 2, 3, 4`;
    },

    /** When the first session was counted; null if none was. */
    async findFirst(): Promise<Date | null> {
      const rows = await db.$queryRaw<{ startsAt: Date }[]>`
        SELECT starts_at AS "startsAt" FROM session_figure
        WHERE merchant_id = ${merchantId} AND mode = ${mode} ORDER BY starts_at LIMIT 1`;
      return rows[0]?.startsAt ?? null;
    },
  };
}
