import type { Connection } from '../sql/client.ts';
import type { Scope } from '../sql/records.ts';
import {
  forEachShard,
  inRandomOrder,
  type LocatedMerchant,
  type MerchantGroup,
  type OfShard,
  onAllShards,
  onShard,
  type Shards,
} from '../sql/shards.ts';
import { type Sql, sql } from '../sql/sql.ts';
import {
  fixedKinds,
  type OldRows,
  type OldRowsOfMerchant,
  type RetentionPeriods,
  settableKinds,
} from './old-rows.ts';

/** Merchants whose rows one statement looks for. */
const MERCHANTS_PER_STATEMENT = 1_000;
/** Rows of a part of the index that are read for each that may be deleted: some that are in their order must stay. */
const EXAMINED_PER_ROW = 10;
/** After so many merchants whose statements fail, others wait for the next run: all fail while the database is away. */
const MAX_FAILURES = 10;

type Kind =
  | keyof typeof fixedKinds
  | keyof typeof settableKinds
  | 'browserSessions'
  | 'heldProviderEvents'
  | 'previousProviderSecrets';

/** The number of rows of each kind that one call deleted, updated or canceled. */
export type RetentionCounts = Readonly<Partial<Record<Kind, number>>>;

/**
 * Deletes rows past their retention period and expired sessions of browsers, empties the contacts and carts of
 * closed sessions, and cancels deliveries that wait for archived endpoints, up to `limit` of each kind, so that
 * every statement stays short. A statement locks rows of one shard. Provider events that wait or are parked remain,
 * whatever their age; of those that are parked or failed, a merchant keeps the newest in each mode.
 * A kind that fails does not stop the others, nor does a merchant whose rows cannot be changed.
 * @returns the number of rows by kind, which may exceed `limit` for those that are counted by merchant
 * @throws the first error, after all kinds
 */
export async function applyRetention(
  db: Connection,
  shards: Shards,
  limit: number,
  periods: RetentionPeriods,
): Promise<RetentionCounts> {
  // So that no backlog is always deleted before those of other merchants.
  const merchants = inRandomOrder(await shards.locateAll());
  const kinds: [string, OldRows | OldRowsOfMerchant][] = Object.entries(fixedKinds);
  for (const kind of Object.keys(settableKinds) as (keyof RetentionPeriods)[]) {
    const days = periods[kind];
    if (days !== undefined) kinds.push([kind, settableKinds[kind](days)]);
  }
  const steps: [string, () => Promise<number>][] = [
    ...kinds.map(([kind, rows]): [string, () => Promise<number>] => [
      kind,
      () =>
        'order' in rows
          ? deleteByMerchant(db, rows, shards, merchants, limit)
          : applyToKind(db, rows, shards, limit),
    ]),
    ['heldProviderEvents', () => deleteHeldEvents(db, shards, limit)],
    ['browserSessions', () => deleteBrowserSessions(db, limit)],
    ['previousProviderSecrets', () => removePreviousProviderSecrets(db, limit)],
  ];
  const counts: Record<string, number> = {};
  await forEach(steps, async ([kind, apply]) => {
    counts[kind] = await apply();
  });
  return counts;
}

/**
 * Calls a function for one item after another. One that fails does not stop the others.
 * @throws the first error, after all calls
 */
async function forEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) await work(item).catch((error) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

/**
 * Parked and failed provider events of a merchant in one mode. Beyond this number, the oldest are deleted, those that
 * match no session first: another installation with the same account may cause any number of them.
 */
const MAX_HELD_EVENTS = 10_000;

async function deleteHeldEvents(db: Connection, shards: Shards, limit: number): Promise<number> {
  const isHeld = sql`status IN ('parked', 'failed')`;
  const crowded: Scope[] = [];
  await onAllShards(shards, 'retention_held_events', async (ofShard) => {
    const rows = await db.$queryRaw<Scope[]>`
      SELECT merchant_id AS "merchantId", mode FROM provider_event WHERE ${isHeld} ${ofShard()}
      GROUP BY merchant_id, mode HAVING count(*) > ${MAX_HELD_EVENTS}`;
    crowded.push(...rows);
  });
  let deleted = 0;
  await forEach(crowded, async ({ merchantId, mode }) => {
    deleted += await db.$executeRaw`
      WITH old AS MATERIALIZED (
        SELECT psp_config_id, event_id FROM provider_event
        WHERE merchant_id = ${merchantId} AND mode = ${mode} AND ${isHeld}
        ORDER BY proxy_session_id IS NULL, received_at DESC, event_id DESC OFFSET ${MAX_HELD_EVENTS} LIMIT ${limit})
      DELETE FROM provider_event
      WHERE merchant_id = ${merchantId} AND ${isHeld}
        AND (psp_config_id, event_id) IN (SELECT psp_config_id, event_id FROM old)`;
  });
  return deleted;
}

/** Deletes expired sessions of browsers. Each node of Citus has a copy, so the keys are read first. */
async function deleteBrowserSessions(db: Connection, limit: number): Promise<number> {
  const expired = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM dashboard_session WHERE expires_at < now() LIMIT ${limit}`;
  if (expired.length === 0) return 0;
  return db.$executeRaw`
    DELETE FROM dashboard_session
    WHERE id = ANY(${expired.map(({ id }) => id)}::text[]) AND expires_at < now()`;
}

/** Removes signing secrets of provider accounts whose overlap has ended; every node of Citus has them too. */
async function removePreviousProviderSecrets(db: Connection, limit: number): Promise<number> {
  const expired = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM psp_config WHERE previous_webhook_secret_expires_at < now() LIMIT ${limit}`;
  if (expired.length === 0) return 0;
  return db.$executeRaw`
    UPDATE psp_config
    SET previous_webhook_secret_sealed = NULL, previous_webhook_secret_expires_at = NULL
    WHERE id = ANY(${expired.map(({ id }) => id)}::text[])
      AND previous_webhook_secret_expires_at < now()`;
}

/** The rows of a kind that were changed so far, and what failed. */
interface Changes {
  rows: number;
  /** The merchants whose rows cannot be changed. */
  readonly failed: string[];
  readonly errors: unknown[];
}

/**
 * Changes rows of the merchants of a shard together, until there are `limit`. A group that fails is halved until the
 * merchants whose rows cannot be changed are alone, so that these do not block other merchants.
 * @param change returns the number of rows
 */
async function changeTogether(
  changes: Changes,
  [shards, operation]: [shards: Shards, operation: string],
  merchants: readonly LocatedMerchant[],
  limit: number,
  change: (group: MerchantGroup, limit: number) => Promise<number>,
): Promise<void> {
  const { failed, errors } = changes;
  const left = limit - changes.rows;
  await forEachShard(shards, operation, merchants, left, async (group, rest) => {
    const end = changes.rows + rest;
    const ofGroup: unknown[] = [];
    const changeRowsOf = async (ids: readonly string[]): Promise<void> => {
      if (changes.rows >= end || failed.length >= MAX_FAILURES) return;
      try {
        changes.rows += await change({ ...group, ids }, end - changes.rows);
      } catch (error) {
        const half = Math.ceil(ids.length / 2);
        if (half === ids.length) {
          failed.push(...ids);
          ofGroup.push(error);
        } else {
          await changeRowsOf(ids.slice(0, half));
          await changeRowsOf(ids.slice(half));
        }
      }
    };
    await changeRowsOf(group.ids);
    if (ofGroup.length > 0) throw ofGroup[0];
    return changes.rows - (end - rest);
  }).catch((error) => errors.push(error));
}

/**
 * @returns the number of rows that were deleted or updated
 * @throws the first error, after those of all merchants
 */
async function applyToKind(
  db: Connection,
  kind: OldRows,
  shards: Shards,
  limit: number,
): Promise<number> {
  const operation = `retention_${kind.table}`;
  const changes: Changes = { rows: 0, failed: [], errors: [] };
  let failedBefore: number;
  do {
    failedBefore = changes.failed.length;
    const found: { id: string }[] = [];
    // Rows that cannot be changed may be all that is found. Then those of other merchants are searched.
    await onAllShards(shards, operation, async (ofShard) => {
      const rows = await db.$queryRaw<{ id: string }[]>`
        SELECT merchant_id AS id FROM ${sql.raw(kind.table)}
        WHERE ${kind.condition(ofShard)} AND merchant_id <> ALL(${changes.failed}::text[]) ${ofShard()}
        LIMIT ${limit}`;
      found.push(...rows);
    });
    const merchants = await shards.locate([...new Set(found.map(({ id }) => id))]);
    await changeTogether(changes, [shards, operation], merchants, limit, (group, rest) =>
      changeRows(db, kind, group, rest),
    );
  } while (changes.failed.length > failedBefore && mayContinue(changes, limit));
  return requireNoErrors(changes);
}

const mayContinue = ({ rows, failed }: Changes, limit: number): boolean =>
  rows < limit && failed.length < MAX_FAILURES;

/** @throws the first error */
function requireNoErrors({ rows, errors }: Changes): number {
  if (errors.length > 0) throw errors[0];
  return rows;
}

/** Deletes or updates rows of one shard. An update skips rows that are locked. */
function changeRows(
  db: Connection,
  { table, key, condition, set, alsoUpdate }: OldRows,
  group: MerchantGroup,
  limit: number,
): Promise<number> {
  const name = sql.raw(table);
  const keys = sql.raw(key);
  const ofShard: OfShard = (column) => onShard(group, column);
  const isOld = condition(ofShard);
  const ofMerchants = sql`merchant_id = ANY(${group.ids}::text[])`;
  const old = sql`
    SELECT ${keys} FROM ${name} WHERE ${ofMerchants} AND ${isOld} LIMIT ${limit}`;
  if (!set) {
    return db.$executeRaw`
      DELETE FROM ${name} WHERE ${ofMerchants} AND (${keys}) IN (${old}) AND ${isOld}`;
  }
  return db.$executeRaw`
    WITH old AS MATERIALIZED (${old} FOR UPDATE SKIP LOCKED)
      ${alsoUpdate ? sql`, related AS (${alsoUpdate(ofShard)})` : sql.empty}
    UPDATE ${name} SET ${set} WHERE ${ofMerchants} AND (${keys}) IN (SELECT ${keys} FROM old)`;
}

/**
 * @returns the number of rows that were deleted
 * @throws the first error, after those of all merchants
 */
async function deleteByMerchant(
  db: Connection,
  rows: OldRowsOfMerchant,
  shards: Shards,
  merchants: readonly LocatedMerchant[],
  limit: number,
): Promise<number> {
  const operation = `retention_${rows.table}`;
  const changes: Changes = { rows: 0, failed: [], errors: [] };
  for (
    let start = 0;
    start < merchants.length && mayContinue(changes, limit);
    start += MERCHANTS_PER_STATEMENT
  ) {
    const some = merchants.slice(start, start + MERCHANTS_PER_STATEMENT);
    await changeTogether(changes, [shards, operation], some, limit, (group, rest) =>
      deleteRowsOf(db, rows, group, rest),
    );
  }
  return requireNoErrors(changes);
}

/** Deletes rows of one shard: of one merchant after another, the newest of the old rows first. */
function deleteRowsOf(
  db: Connection,
  { table, key, order, range, condition, division }: OldRowsOfMerchant,
  group: MerchantGroup,
  limit: number,
): Promise<number> {
  const [name, keys, isInRange] = [sql.raw(table), sql.raw(key), range()];
  const isOld = condition ?? sql`true`;
  const ofShard: OfShard = (column) => onShard(group, column);
  const selectOld = (ofRow: Sql) => sql`
    SELECT ${keys} FROM (
      SELECT * FROM ${name} r
      WHERE r.merchant_id = m.id ${ofRow} AND ${isInRange} ${ofShard('r.merchant_id')}
      ORDER BY ${sql.raw(order)} DESC LIMIT ${EXAMINED_PER_ROW * limit}) r
    WHERE ${isOld} LIMIT ${limit}`;
  const oldOfMerchant = division
    ? sql`SELECT old.* FROM ${division.from(ofShard)}
        CROSS JOIN LATERAL (${selectOld(sql`AND ${division.ofRow}`)}) old LIMIT ${limit}`
    : selectOld(sql.empty);
  return db.$executeRaw`
    DELETE FROM ${name} WHERE (${keys}) IN (
      SELECT old.* FROM unnest(${group.ids}::text[]) AS m (id)
        CROSS JOIN LATERAL (${oldOfMerchant}) old LIMIT ${limit})
      AND ${isInRange} AND ${isOld} ${ofShard()}`;
}
