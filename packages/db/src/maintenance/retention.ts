import { retentionDays } from '@parley/domain';
import type { Connection } from '../sql/client.ts';
import type { Scope } from '../sql/records.ts';
import {
  forEachShard,
  type MerchantGroup,
  type OfShard,
  onAllShards,
  onShard,
  type Shards,
} from '../sql/shards.ts';
import { type Sql, sql } from '../sql/sql.ts';

/** Retention periods in days that an operator sets; without one, data is stored without limit. */
export interface RetentionPeriods {
  /** Contacts of closed sessions. */
  readonly contacts?: number | undefined;
  /** Cart snapshots of closed sessions. */
  readonly carts?: number | undefined;
  readonly auditEntries?: number | undefined;
  readonly apiRequests?: number | undefined;
}

/** The rows of a table that are removed or, with `set`, updated. */
interface OldRows {
  readonly table: string;
  readonly key: string;
  /** Each table of a subquery needs `ofShard`. */
  readonly condition: (ofShard: OfShard) => Sql;
  /** The assignments of an update in place of the removal. */
  readonly set?: Sql;
  /** Another update for the rows, whose keys it reads from `old`. */
  readonly alsoUpdate?: (ofShard: OfShard) => Sql;
}

const { deliveries, providerEvents, idempotencyRecords, attentionTriage, payerNetworks } =
  retentionDays;
const olderThan = (days: number) => sql`< now() - make_interval(days => ${days})`;

const fixedKinds = {
  canceledDeliveries: {
    table: 'webhook_delivery',
    key: 'merchant_id, endpoint_id, event_id',
    condition: (ofShard) => sql`status = 'waiting' AND EXISTS (
      SELECT 1 FROM webhook_endpoint e WHERE e.merchant_id = webhook_delivery.merchant_id
        AND e.id = webhook_delivery.endpoint_id AND e.status = 'archived' ${ofShard('e.merchant_id')})`,
    set: sql`status = 'canceled', finished_at = now()`,
  },
  deliveryAttempts: {
    table: 'delivery_attempt',
    key: 'merchant_id, endpoint_id, event_id, number',
    condition: () => sql`at ${olderThan(deliveries)}`,
  },
  deliveries: {
    table: 'webhook_delivery',
    key: 'merchant_id, endpoint_id, event_id',
    condition: () => sql`created_at ${olderThan(deliveries)}
      AND COALESCE(finished_at, due_at) < now() - interval '1 day'`,
  },
  previousSigningSecrets: {
    table: 'webhook_endpoint',
    key: 'merchant_id, id',
    condition: () => sql`previous_signing_secret_expires_at < now()`,
    set: sql`previous_signing_secret_sealed = NULL, previous_signing_secret_expires_at = NULL`,
  },
  providerEvents: {
    table: 'provider_event',
    key: 'merchant_id, psp_config_id, event_id',
    condition: () => sql`received_at ${olderThan(providerEvents)} AND (
      status IN ('applied', 'ignored')
      OR status = 'failed' AND finished_at ${olderThan(providerEvents)})`,
  },
  idempotencyRecords: {
    table: 'idempotency_record',
    key: 'merchant_id, mode, method, path, key',
    condition: () => sql`created_at ${olderThan(idempotencyRecords)}`,
  },
  attentionTriage: {
    table: 'attention_triage',
    key: 'merchant_id, mode, kind, subject_id',
    condition: () => sql`updated_at ${olderThan(attentionTriage)}`,
  },
  payerNetworks: {
    table: 'payer_network',
    key: 'merchant_id, proxy_session_id',
    condition: () => sql`seen_at ${olderThan(payerNetworks)}`,
  },
  declineLimits: {
    table: 'decline_limit',
    key: 'merchant_id, mode, network',
    condition: () => sql`counted_at ${olderThan(payerNetworks)}`,
  },
} as const satisfies Readonly<Record<string, OldRows>>;

/**
 * Sessions that were closed before a period began, without those whose subscription may still charge.
 * Subscriptions are counted because PostgreSQL might read all of them for NOT EXISTS.
 */
const closedFor = (days: number, ofShard: OfShard) => sql`
  closed_at ${olderThan(days)} AND 0 = (
    SELECT count(*) FROM subscription u WHERE u.merchant_id = proxy_session.merchant_id
      AND u.proxy_session_id = proxy_session.id AND u.ended_at IS NULL ${ofShard('u.merchant_id')})`;

/**
 * What an operator can limit. An update of a session raises its version, so that an operation that read
 * the session before reads it again, and leaves its times, so that no other period begins again.
 */
const settableKinds = {
  contacts: (days) => ({
    table: 'proxy_session',
    key: 'merchant_id, id',
    condition: (ofShard) => sql`
      num_nonnulls(payer_email, payer_phone, beneficiary_email, beneficiary_phone) > 0
      AND ${closedFor(days, ofShard)}`,
    set: sql`payer_email = NULL, payer_phone = NULL, beneficiary_email = NULL,
      beneficiary_phone = NULL, version = version + 1`,
  }),
  carts: (days) => ({
    table: 'proxy_session',
    key: 'merchant_id, id',
    condition: (ofShard) => sql`carts_removed_at IS NULL AND ${closedFor(days, ofShard)}`,
    set: sql`carts_removed_at = now(), cart_snapshot = '{}', version = version + 1`,
    alsoUpdate: (ofShard) => sql`
      UPDATE cart_revision c SET cart_snapshot = '{}' FROM old
      WHERE c.merchant_id = old.merchant_id AND c.proxy_session_id = old.id
        ${ofShard('c.merchant_id')}`,
  }),
  auditEntries: (days) => ({
    table: 'audit_entry',
    key: 'merchant_id, id',
    condition: () => sql`created_at ${olderThan(days)}`,
  }),
  apiRequests: (days) => ({
    table: 'api_request',
    key: 'merchant_id, mode, id',
    condition: () => sql`created_at ${olderThan(days)}`,
  }),
} as const satisfies Readonly<Record<keyof RetentionPeriods, (days: number) => OldRows>>;

type Kind =
  | keyof typeof fixedKinds
  | keyof typeof settableKinds
  | 'browserSessions'
  | 'heldProviderEvents'
  | 'previousProviderSecrets';

/** The number of rows of each kind that one call deleted, updated or canceled. */
export type RetentionCounts = Readonly<Partial<Record<Kind, number>>>;

/**
 * Deletes rows past their retention period and expired sessions of browsers, empties the contacts and carts of closed sessions, and
 * cancels deliveries that wait for archived endpoints, up to `limit` of each kind, so that every
 * statement stays short. A statement locks rows of one shard. Provider events that wait or are parked remain,
 * whatever their age; of those that are parked or failed, a merchant keeps the newest in each mode.
 * A kind that fails does not stop the others.
 * @returns the number of rows by kind, which may exceed `limit` for those that are counted by merchant
 * @throws the first error, after all kinds
 */
export async function applyRetention(
  db: Connection,
  shards: Shards,
  limit: number,
  periods: RetentionPeriods,
): Promise<RetentionCounts> {
  const kinds: [string, OldRows][] = Object.entries(fixedKinds);
  for (const kind of Object.keys(settableKinds) as (keyof RetentionPeriods)[]) {
    const days = periods[kind];
    if (days !== undefined) kinds.push([kind, settableKinds[kind](days)]);
  }
  const steps: [string, () => Promise<number>][] = [
    ...kinds.map(([kind, rows]): [string, () => Promise<number>] => [
      kind,
      () => applyToKind(db, rows, shards, limit),
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

/** @returns the number of rows that were deleted or updated */
async function applyToKind(
  db: Connection,
  kind: OldRows,
  shards: Shards,
  limit: number,
): Promise<number> {
  const operation = `retention_${kind.table}`;
  const found: { id: string }[] = [];
  await onAllShards(shards, operation, async (ofShard) => {
    const rows = await db.$queryRaw<{ id: string }[]>`
      SELECT merchant_id AS id FROM ${sql.raw(kind.table)} WHERE ${kind.condition(ofShard)} ${ofShard()}
      LIMIT ${limit}`;
    found.push(...rows);
  });
  const merchants = await shards.locate([...new Set(found.map(({ id }) => id))]);
  let total = 0;
  await forEachShard(shards, operation, merchants, limit, async (group, rest) => {
    const count = await changeRows(db, kind, group, rest);
    total += count;
    return count;
  });
  return total;
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
