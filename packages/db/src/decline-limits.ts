import { type DeclineLimits, NETWORK_DECLINE_SECONDS } from '@parley/domain';
import type { Connection } from './client.ts';
import { Prisma } from './generated/client.ts';
import type { Scope } from './records.ts';
import type { SecretBox } from './secret-box.ts';
import { type MerchantGroup, onShard } from './shards.ts';
import type { SqlConnection } from './sql-connection.ts';

const HOUR_SECONDS = 3_600;
const WEEK_SECONDS = 7 * 24 * HOUR_SECONDS;
/** The declines of an hour, and how many times as many as in an hour of the last week, that begin a spike. */
const SPIKE = { declines: 20, times: 5 };
/** The same for a spike that goes on. */
const ONGOING_SPIKE = { declines: 10, times: 2.5 };

/** A declined payment as the fan-out takes it. */
export interface FannedOutDecline extends Scope {
  /** The provider's code. */
  readonly code: string;
  /** The hash of the payer's network; null if it is not known. */
  readonly network: string | null;
}

/**
 * Reads the declines among what a fan-out takes.
 * @param taken a FROM item named `taken` with merchant_id and event_id: the id of an event or a decline
 */
export const selectDeclines = (
  taken: Prisma.Sql,
  merchants: MerchantGroup,
): Prisma.Sql => Prisma.sql`
  SELECT h.merchant_id, s.mode, h.at, left(COALESCE(h.reason, 'unknown'), 100) AS code, n.network
  FROM ${taken}
  JOIN history_entry h ON h.merchant_id = taken.merchant_id AND h.decline_id = taken.event_id
    ${onShard(merchants, 'h.merchant_id')}
  JOIN proxy_session s ON s.merchant_id = h.merchant_id AND s.id = h.proxy_session_id
    ${onShard(merchants, 's.merchant_id')}
  LEFT JOIN payer_network n ON n.merchant_id = h.merchant_id
    AND n.proxy_session_id = h.proxy_session_id ${onShard(merchants, 'n.merchant_id')}`;

/**
 * Counts declines of merchants on one shard for their networks and merchants, by the database's clock.
 * @returns the merchants whose declines begin to spike
 */
export async function countDeclines(
  db: SqlConnection,
  declines: readonly FannedOutDecline[],
): Promise<Scope[]> {
  const ofNetworks = group(declines, ({ network }) => network);
  const ofMerchants = group(declines, () => '');
  if (ofNetworks.length > 0) {
    const rows = ofNetworks.map(
      ({ merchantId, mode, key, count }) =>
        Prisma.sql`(${merchantId}, ${mode}, ${key}, ${count}::float8, now())`,
    );
    await db.$executeRaw`
      INSERT INTO decline_limit AS l (merchant_id, mode, network, level, counted_at)
      VALUES ${Prisma.join(rows)}
      ON CONFLICT (merchant_id, mode, network) DO UPDATE SET
        level = excluded.level + GREATEST(0,
          l.level - ${elapsed('l', 'excluded.counted_at')} / ${Prisma.raw(`${NETWORK_DECLINE_SECONDS}`)}),
        counted_at = GREATEST(l.counted_at, excluded.counted_at)`;
  }
  if (ofMerchants.length === 0) return [];
  const rows = ofMerchants.map(
    ({ merchantId, mode, count }) =>
      Prisma.sql`(${merchantId}, ${mode}, ${count}::float8, ${count}::float8, now(),
        CASE WHEN ${count}::float8 >= ${SPIKE.declines} THEN now() END)`,
  );
  const counts = decayed('r', 'excluded.counted_at');
  const lastHour = Prisma.sql`(${counts.lastHour} + excluded.last_hour)`;
  const lastWeek = Prisma.sql`(${counts.lastWeek} + excluded.last_week)`;
  const counted = await db.$queryRaw<(Scope & { readonly begins: boolean })[]>`
    INSERT INTO decline_rate AS r
      (merchant_id, mode, last_hour, last_week, counted_at, spiking_since)
    VALUES ${Prisma.join(rows)}
    ON CONFLICT (merchant_id, mode) DO UPDATE SET
      last_hour = ${lastHour}, last_week = ${lastWeek},
      counted_at = GREATEST(r.counted_at, excluded.counted_at),
      spiking_since = CASE
        WHEN ${isSpiking('r', 'excluded.counted_at')} THEN r.spiking_since
        WHEN ${exceeds(lastHour, lastWeek, SPIKE)} THEN excluded.counted_at
      END
    RETURNING merchant_id AS "merchantId", mode,
      COALESCE(spiking_since = counted_at, false) AS begins`;
  return counted.flatMap(({ begins, ...scope }) => (begins ? [scope] : []));
}

/** Counts by merchant, mode and key, in a fixed order, so that two workers do not deadlock. */
function group(
  declines: readonly FannedOutDecline[],
  keyOf: (decline: FannedOutDecline) => string | null,
): (Scope & { readonly key: string; readonly count: number })[] {
  const counts = new Map<string, Scope & { readonly key: string; count: number }>();
  for (const decline of declines) {
    const { merchantId, mode } = decline;
    const key = keyOf(decline);
    if (key === null) continue;
    const id = JSON.stringify([merchantId, mode, key]);
    const entry = counts.get(id);
    if (entry) entry.count += 1;
    else counts.set(id, { merchantId, mode, key, count: 1 });
  }
  return [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, entry]) => entry);
}

// What follows contains no parameters, which Citus does not pass on to shards in ON CONFLICT.

/** Seconds since a row was counted. */
const elapsed = (table: string, at: string): Prisma.Sql =>
  Prisma.raw(`GREATEST(0, EXTRACT(epoch FROM ${at} - ${table}.counted_at)::float8)`);

/** The counts of a rate at a time. After 100 time constants nothing is left, and exp would fail. */
function decayed(table: string, at: string): { lastHour: Prisma.Sql; lastWeek: Prisma.Sql } {
  const of = (column: string, seconds: number) =>
    Prisma.sql`${Prisma.raw(`${table}.${column}`)}
      * exp(-LEAST(100, ${elapsed(table, at)} / ${Prisma.raw(`${seconds}`)}))`;
  return { lastHour: of('last_hour', HOUR_SECONDS), lastWeek: of('last_week', WEEK_SECONDS) };
}

const exceeds = (
  lastHour: Prisma.Sql,
  lastWeek: Prisma.Sql,
  { declines, times }: typeof SPIKE,
): Prisma.Sql => Prisma.sql`(${lastHour} >= ${Prisma.raw(`${declines}`)}
  AND ${lastHour} * ${Prisma.raw(`${WEEK_SECONDS / HOUR_SECONDS}`)} >= ${lastWeek} * ${Prisma.raw(`${times}`)})`;

/**
 * Whether the spike of a row of decline_rate goes on at a time.
 * @param at an SQL expression
 */
export function isSpiking(table: string, at = 'now()'): Prisma.Sql {
  const { lastHour, lastWeek } = decayed(table, at);
  return Prisma.sql`(${Prisma.raw(table)}.spiking_since IS NOT NULL
    AND ${exceeds(lastHour, lastWeek, ONGOING_SPIKE)})`;
}

/** What delays the payers of one merchant in one mode, besides the declines of their own session. */
export function declineLimitRepository(
  db: Connection,
  { merchantId, mode }: Scope,
  box: Pick<SecretBox, 'hash'>,
) {
  const hashOf = (network: string) => box.hash(network, 'payer network');
  return {
    /**
     * Remembers the network of a payer who gets a payment form.
     * @param network from `networkOf`
     */
    async rememberNetwork(proxySessionId: string, network: string): Promise<void> {
      await db.$executeRaw`
        INSERT INTO payer_network AS n (merchant_id, proxy_session_id, network, seen_at)
        VALUES (${merchantId}, ${proxySessionId}, ${hashOf(network)}, now())
        ON CONFLICT (merchant_id, proxy_session_id) DO UPDATE
          SET network = excluded.network, seen_at = excluded.seen_at
          WHERE n.network <> excluded.network OR excluded.seen_at - n.seen_at > interval '1 hour'`;
    },

    /** @param network from `networkOf`; undefined if it is not known */
    async read(network: string | undefined): Promise<DeclineLimits> {
      const rows = await db.$queryRaw<{ level: number | null; countedAt: Date }[]>`
        SELECT level, counted_at AS "countedAt" FROM decline_limit
        WHERE merchant_id = ${merchantId} AND mode = ${mode}
          AND network = ${network === undefined ? '' : hashOf(network)}
        UNION ALL
        SELECT NULL, counted_at FROM decline_rate r
        WHERE merchant_id = ${merchantId} AND mode = ${mode} AND ${isSpiking('r')}`;
      const found = rows.find(({ level }) => level !== null);
      return {
        network: found?.level ? { level: found.level, countedAt: found.countedAt } : null,
        isSpiking: rows.some(({ level }) => level === null),
      };
    },
  };
}
