import {
  type DeclineLimits,
  isCardDecline,
  MAX_DECLINES_OF_NETWORK,
  NETWORK_DECLINE_SECONDS,
} from '@parley/domain';
import type { Connection } from '../sql/client.ts';
import type { Scope } from '../sql/records.ts';
import type { SecretBox } from '../sql/secret-box.ts';
import { type MerchantGroup, onShard } from '../sql/shards.ts';
import { type Sql, sql } from '../sql/sql.ts';
import type { SqlConnection } from '../sql/sql-connection.ts';

const HOUR_SECONDS = 3_600;
const WEEK_SECONDS = 7 * 24 * HOUR_SECONDS;
/** The declines of an hour, and how many times as many as in an hour of the last week, that begin a spike. */
const SPIKE = { declines: 20, times: 5 };
/** The same for a spike that goes on. */
const ONGOING_SPIKE = { declines: 10, times: 2.5 };
/** The part of a spike's declines that makes them usual: an attack must not end its spike within days. */
const USUAL_PART_IN_SPIKE = 0.5;

/** A declined payment as the fan-out takes it. */
export interface FannedOutDecline extends Scope {
  /** The provider's code. */
  readonly code: string;
  /** Seconds since then. */
  readonly age: number;
  /** The hashes of the networks of the payer's first and last payment form; null if they are not known. */
  readonly firstNetwork: string | null;
  readonly network: string | null;
}

/**
 * Reads the declines among what a fan-out takes.
 * @param taken a FROM item named `taken` with merchant_id and event_id: the id of an event or a decline
 */
export const selectDeclines = (taken: Sql, merchants: MerchantGroup): Sql => sql`
  SELECT h.merchant_id, s.mode, h.at, left(COALESCE(h.reason, 'unknown'), 100) AS code,
    n.first_network, n.network
  FROM ${taken}
  JOIN history_entry h ON h.merchant_id = taken.merchant_id AND h.decline_id = taken.event_id
    ${onShard(merchants, 'h.merchant_id')}
  JOIN proxy_session s ON s.merchant_id = h.merchant_id AND s.id = h.proxy_session_id
    ${onShard(merchants, 's.merchant_id')}
  LEFT JOIN payer_network n ON n.merchant_id = h.merchant_id
    AND n.proxy_session_id = h.proxy_session_id ${onShard(merchants, 'n.merchant_id')}`;

/** The age of a row of `selectDeclines` in seconds; apart, because Citus breaks a CASE next to now(). */
export const ageOfDecline: Sql = sql.raw('GREATEST(0, EXTRACT(epoch FROM now() - at))::float8');

/**
 * Counts declined cards of merchants on one shard for their networks and merchants, by the database's clock.
 * One that waited for the fan-out counts as much as is left of it.
 * @returns the merchants whose declines begin to spike
 */
export async function countDeclines(
  db: SqlConnection,
  declines: readonly FannedOutDecline[],
): Promise<Scope[]> {
  const ofCards = declines.filter(({ code }) => isCardDecline(code));
  const ofNetworks = group(ofCards, ({ firstNetwork, network }) => [firstNetwork, network]);
  const ofMerchants = group(ofCards, () => ['']);
  const levels = ofNetworks.flatMap(({ ages, ...row }) => {
    const level = sum(ages, (age) => Math.max(0, 1 - age / NETWORK_DECLINE_SECONDS));
    return level > 0 ? [{ ...row, level: Math.min(level, MAX_DECLINES_OF_NETWORK) }] : [];
  });
  if (levels.length > 0) {
    const rows = levels.map(
      ({ merchantId, mode, key, level }) =>
        sql`(${merchantId}, ${mode}, ${key}, ${level}::float8, now())`,
    );
    await db.$executeRaw`
      INSERT INTO decline_limit AS l (merchant_id, mode, network, level, counted_at)
      VALUES ${sql.join(rows)}
      ON CONFLICT (merchant_id, mode, network) DO UPDATE SET
        level = LEAST(${sql.raw(`${MAX_DECLINES_OF_NETWORK}`)}, excluded.level + GREATEST(0,
          l.level - ${elapsed('l', 'excluded.counted_at')} / ${sql.raw(`${NETWORK_DECLINE_SECONDS}`)})),
        counted_at = GREATEST(l.counted_at, excluded.counted_at)`;
  }
  if (ofMerchants.length === 0) return [];
  const rows = ofMerchants.map(({ merchantId, mode, ages }) => {
    const hour = sum(ages, (age) => left(age, HOUR_SECONDS));
    const week = sum(ages, (age) => left(age, WEEK_SECONDS));
    const begins =
      hour >= SPIKE.declines && hour * (WEEK_SECONDS / HOUR_SECONDS) >= week * SPIKE.times;
    return sql`(${merchantId}, ${mode}, ${hour}::float8, ${week}::float8, now(),
      ${begins ? sql`now()` : sql`NULL::timestamptz`})`;
  });
  const counts = decayed('r', 'excluded.counted_at');
  const lastHour = sql`(${counts.lastHour} + excluded.last_hour)`;
  const goesOn = isSpiking('r', 'excluded.counted_at');
  const lastWeek = sql`(${counts.lastWeek} + excluded.last_week
    * CASE WHEN ${goesOn} THEN ${sql.raw(`${USUAL_PART_IN_SPIKE}`)} ELSE 1 END)`;
  // The same for both columns: a spike that begins is always reported, by concurrent counts perhaps twice.
  const countedAt = sql`GREATEST(r.counted_at, excluded.counted_at)`;
  const counted = await db.$queryRaw<(Scope & { readonly begins: boolean })[]>`
    INSERT INTO decline_rate AS r
      (merchant_id, mode, last_hour, last_week, counted_at, spiking_since)
    VALUES ${sql.join(rows)}
    ON CONFLICT (merchant_id, mode) DO UPDATE SET
      last_hour = ${lastHour}, last_week = ${lastWeek},
      counted_at = ${countedAt},
      spiking_since = CASE
        WHEN ${goesOn} THEN r.spiking_since
        WHEN ${exceeds(lastHour, lastWeek, SPIKE)} THEN ${countedAt}
      END
    RETURNING merchant_id AS "merchantId", mode,
      COALESCE(spiking_since = counted_at, false) AS begins`;
  return counted.flatMap(({ begins, ...scope }) => (begins ? [scope] : []));
}

const sum = (ages: readonly number[], weigh: (age: number) => number): number =>
  ages.reduce((total, age) => total + weigh(age), 0);

/** What is left of a decline after a time. After 100 time constants nothing is, and a row must have some. */
const left = (age: number, seconds: number): number => Math.exp(-Math.min(100, age / seconds));

/**
 * The ages of declines by merchant, mode and key, in a fixed order, so that two workers do not deadlock.
 * @param getKeys a decline counts once for each key; null counts for none
 */
function group(
  declines: readonly FannedOutDecline[],
  getKeys: (decline: FannedOutDecline) => readonly (string | null)[],
): (Scope & { readonly key: string; readonly ages: readonly number[] })[] {
  const groups = new Map<string, Scope & { readonly key: string; readonly ages: number[] }>();
  for (const decline of declines) {
    const { merchantId, mode, age } = decline;
    for (const key of new Set(getKeys(decline))) {
      if (key === null) continue;
      const id = JSON.stringify([merchantId, mode, key]);
      const entry = groups.get(id);
      if (entry) entry.ages.push(age);
      else groups.set(id, { merchantId, mode, key, ages: [age] });
    }
  }
  return [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, entry]) => entry);
}

// What follows contains no parameters, which Citus does not pass on to shards in ON CONFLICT.

/** Seconds since a row was counted. */
const elapsed = (table: string, at: string): Sql =>
  sql.raw(`GREATEST(0, EXTRACT(epoch FROM ${at} - ${table}.counted_at)::float8)`);

/** The counts of a rate at a time. After 100 time constants nothing is left, and exp would fail. */
function decayed(table: string, at: string): { lastHour: Sql; lastWeek: Sql } {
  const of = (column: string, seconds: number) =>
    sql`${sql.raw(`${table}.${column}`)}
      * exp(-LEAST(100, ${elapsed(table, at)} / ${sql.raw(`${seconds}`)}))`;
  return { lastHour: of('last_hour', HOUR_SECONDS), lastWeek: of('last_week', WEEK_SECONDS) };
}

const exceeds = (
  lastHour: Sql,
  lastWeek: Sql,
  { declines, times }: typeof SPIKE,
): Sql => sql`(${lastHour} >= ${sql.raw(`${declines}`)}
  AND ${lastHour} * ${sql.raw(`${WEEK_SECONDS / HOUR_SECONDS}`)} >= ${lastWeek} * ${sql.raw(`${times}`)})`;

/**
 * Whether the spike of a row of decline_rate goes on at a time.
 * @param at an SQL expression
 */
export function isSpiking(table: string, at = 'now()'): Sql {
  const { lastHour, lastWeek } = decayed(table, at);
  return sql`(${sql.raw(table)}.spiking_since IS NOT NULL
    AND ${exceeds(lastHour, lastWeek, ONGOING_SPIKE)})`;
}

/** What delays the payers of one merchant in one mode, besides the declines of their own session. */
export function declineLimitRepository(
  db: Connection,
  { merchantId, mode }: Scope,
  box: Pick<SecretBox, 'hash'>,
) {
  const getHash = (network: string) => box.hash(network, 'payer network');
  return {
    /**
     * Stores the network of a payer who gets a payment form or has to wait for one. The first one stays:
     * the declines that follow count for it even if the form is used in another network.
     * @param network from `getNetwork`
     */
    async rememberNetwork(proxySessionId: string, network: string): Promise<void> {
      const hash = getHash(network);
      await db.$executeRaw`
        INSERT INTO payer_network AS n
          (merchant_id, proxy_session_id, first_network, first_seen_at, network, seen_at)
        VALUES (${merchantId}, ${proxySessionId}, ${hash}, now(), ${hash}, now())
        ON CONFLICT (merchant_id, proxy_session_id) DO UPDATE
          SET network = excluded.network, seen_at = excluded.seen_at
          WHERE n.network <> excluded.network OR excluded.seen_at - n.seen_at > interval '1 hour'`;
    },

    /** @param network from `getNetwork`; undefined if it is not known */
    async read(proxySessionId: string, network: string | undefined): Promise<DeclineLimits> {
      const rows = await db.$queryRaw<
        { level: number | null; countedAt: Date; firstSeenAt: Date | null }[]
      >`
        SELECT level, counted_at AS "countedAt", first_seen_at AS "firstSeenAt"
        FROM decline_limit l
        LEFT JOIN payer_network n ON n.merchant_id = l.merchant_id
          AND n.proxy_session_id = ${proxySessionId}
        WHERE l.merchant_id = ${merchantId} AND mode = ${mode}
          AND l.network = ${network === undefined ? '' : getHash(network)}
        UNION ALL
        SELECT NULL, counted_at, NULL FROM decline_rate r
        WHERE merchant_id = ${merchantId} AND mode = ${mode} AND ${isSpiking('r')}`;
      const declined = rows.flatMap(({ level, ...times }) =>
        level === null ? [] : [{ level, ...times }],
      );
      return {
        network: declined[0] ?? null,
        isSpiking: rows.some(({ level }) => level === null),
      };
    },
  };
}
