import type { Connection } from '../sql/client.ts';
import { isLockTimeout } from '../sql/errors.ts';
import { type SecretBox, UnreadableSecret } from '../sql/secret-box.ts';
import { groupByShard, type MerchantGroup, onShard, type Shards } from '../sql/shards.ts';
import { type Sql, sql } from '../sql/sql.ts';

/** A place where sealed values are stored: a column, or a field of a stored response. */
interface SealedColumn {
  readonly name: string;
  readonly table: string;
  /** The first column of a unique key. */
  readonly owner: Sql;
  /** The columns after it. */
  readonly key: readonly string[];
  /** Whether every node of a sharded database has the table. */
  readonly isReference: boolean;
  readonly sealed: Sql;
  /** What the value is bound to. */
  readonly rowId: Sql;
  readonly exists: Sql;
  /** Assigns another sealed value. */
  readonly set: (sealed: Uint8Array<ArrayBuffer>) => Sql;
}

const column = (
  table: string,
  name: string,
  field: string,
  isReference: boolean,
  owner = 'merchant_id',
): SealedColumn => {
  const sealed = sql.raw(name);
  return {
    name: `${table}.${name}`,
    table,
    owner: sql.raw(owner),
    key: ['id'],
    isReference,
    sealed,
    rowId: sql.raw(`id || ':${field}'`),
    exists: sql`${sealed} IS NOT NULL`,
    set: (value) => sql`${sealed} = ${value}`,
  };
};

const columns: readonly SealedColumn[] = [
  column('psp_config', 'secret_key_sealed', 'secret_key', true),
  // In this order, as for webhook endpoints: a rolled signing secret moves from the first to the second.
  column('psp_config', 'webhook_secret_sealed', 'webhook_secret', true),
  column('psp_config', 'previous_webhook_secret_sealed', 'webhook_secret', true),
  column('second_factor', 'secret_sealed', 'secret', true, 'user_id'),
  // In this order: a rotated signing secret moves from the first to the second.
  column('webhook_endpoint', 'signing_secret_sealed', 'signing_secret', false),
  column('webhook_endpoint', 'previous_signing_secret_sealed', 'signing_secret', false),
  {
    name: 'idempotency_record.outcome',
    table: 'idempotency_record',
    owner: sql.raw('merchant_id'),
    key: ['mode', 'method', 'path', 'key'],
    isReference: false,
    sealed: sql`decode(outcome->'output'->>'sealed', 'base64')`,
    rowId: sql`(outcome->'output'->'webhook_endpoint'->>'id') || ':signing_secret'`,
    exists: sql`outcome->'output'->>'sealed' IS NOT NULL`,
    set: (value) => {
      const text = Buffer.from(value).toString('base64');
      return sql`outcome = jsonb_set(outcome, '{output,sealed}', to_jsonb(${text}::text))`;
    },
  },
];

/** The id of a value's key, as `getKeyId` reads it; null if it was sealed before keys had ids. */
const getKeyId = (sealed: Sql) => sql`
  substring(encode(substring(${sealed} FROM 1 FOR 36), 'escape') FROM '^v1[.]([a-z0-9_-]{1,32})[.]')`;

/** Number of values of one place that one key sealed. */
export interface SealedValueCount {
  /** Table and column. */
  readonly column: string;
  /** Null for values that were sealed before keys had ids. */
  readonly keyId: string | null;
  readonly count: number;
}

export interface RotationProgress {
  /** Values that were sealed with another key than the primary one. */
  readonly found: number;
  /** Values sealed again; with `dryRun`, values that can be. */
  readonly rotated: number;
}

export interface Rotation extends RotationProgress {
  /** Why values could not be opened; one error each. */
  readonly unreadable: readonly UnreadableSecret[];
}

export interface RotationOptions {
  /** Opens the values, and writes nothing. */
  readonly dryRun?: boolean;
  readonly onProgress?: (progress: RotationProgress) => void;
}

interface SealedRow {
  readonly owner: string;
  readonly key: readonly string[];
  readonly rowId: string;
  readonly sealed: Uint8Array<ArrayBuffer>;
}

const ROWS_PER_READ = 500;
/** A pass follows only if another write changed a value during the last one. */
const MAX_PASSES = 10;

/** All sealed values of all merchants. */
export function sealedValues(db: Connection, box: SecretBox, shards: Shards) {
  /** Groups of merchants whose rows one statement may touch. */
  async function readGroups({ isReference }: SealedColumn): Promise<readonly MerchantGroup[]> {
    if (isReference) return [{ ids: [], isSharded: false }];
    return groupByShard(await shards.locateAll());
  }

  async function* readOutdated(from: SealedColumn, group: MerchantGroup) {
    const key = sql.raw(from.key.join(', '));
    const primaryKey = sql`${from.owner}, ${key}`;
    let after = sql.empty;
    for (;;) {
      const rows = await db.$queryRaw<SealedRow[]>`
        SELECT ${from.owner} AS owner, ARRAY[${key}] AS key, ${from.rowId} AS "rowId",
          ${from.sealed} AS sealed
        FROM ${sql.raw(from.table)}
        WHERE ${from.exists} AND ${getKeyId(from.sealed)} IS DISTINCT FROM ${box.primaryKeyId}
          ${onShard(group)} ${after}
        ORDER BY ${primaryKey} LIMIT ${ROWS_PER_READ}`;
      yield* rows;
      const last = rows.at(-1);
      if (!last || rows.length < ROWS_PER_READ) return;
      const position = sql.join([last.owner, ...last.key]);
      after = sql`AND (${primaryKey}) > (${position})`;
    }
  }

  /** @returns false if another write changed the value or holds its row */
  async function replace(of: SealedColumn, row: SealedRow, sealed: Uint8Array<ArrayBuffer>) {
    try {
      const count = await db.$executeRaw`
        UPDATE ${sql.raw(of.table)} SET ${of.set(sealed)}
        WHERE ${of.owner} = ${row.owner}
          AND (${sql.raw(of.key.join(', '))}) = (${sql.join(row.key)})
          AND ${of.exists} AND ${of.sealed} = ${row.sealed}`;
      return count === 1;
    } catch (error) {
      if (isLockTimeout(error)) return false;
      throw error;
    }
  }

  /** @returns how many values another write changed meanwhile */
  async function runPass(
    { dryRun, onProgress }: RotationOptions,
    totals: { found: number; rotated: number; unreadable: Map<string, UnreadableSecret> },
  ): Promise<number> {
    let overtaken = 0;
    for (const from of columns) {
      for (const group of await readGroups(from)) {
        for await (const row of readOutdated(from, group)) {
          const sealed = reseal(row);
          if (sealed instanceof UnreadableSecret) {
            if (!totals.unreadable.has(sealed.message)) totals.found += 1;
            totals.unreadable.set(sealed.message, sealed);
          } else if (dryRun || (await replace(from, row, sealed))) {
            totals.found += 1;
            totals.rotated += 1;
          } else overtaken += 1;
          onProgress?.(totals);
        }
      }
    }
    return overtaken;
  }

  function open({ rowId, sealed }: Pick<SealedRow, 'rowId' | 'sealed'>): string | UnreadableSecret {
    try {
      return box.open(sealed, rowId);
    } catch (error) {
      if (error instanceof UnreadableSecret) return error;
      throw error;
    }
  }

  function reseal(row: SealedRow): Uint8Array<ArrayBuffer> | UnreadableSecret {
    const secret = open(row);
    return secret instanceof UnreadableSecret ? secret : box.seal(secret, row.rowId);
  }

  return {
    primaryKeyId: box.primaryKeyId,
    keyIds: box.keyIds,
    /** Counts the values by the key that sealed them. */
    async count(): Promise<SealedValueCount[]> {
      const counts: SealedValueCount[] = [];
      for (const { name, table, sealed, exists } of columns) {
        const rows = await db.$queryRaw<Omit<SealedValueCount, 'column'>[]>`
          SELECT ${getKeyId(sealed)} AS "keyId", count(*)::int AS count
          FROM ${sql.raw(table)} WHERE ${exists} GROUP BY 1`;
        counts.push(...rows.map((row) => ({ column: name, ...row })));
      }
      return counts;
    },

    /**
     * Opens one value of each key in each place: a key can have the right id and be another one.
     * @returns an error for each value that could not be opened
     */
    async openSamples(): Promise<readonly UnreadableSecret[]> {
      const failures: UnreadableSecret[] = [];
      for (const { table, sealed, rowId, exists } of columns) {
        for (const keyId of [...box.keyIds, null]) {
          const [row] = await db.$queryRaw<Pick<SealedRow, 'rowId' | 'sealed'>[]>`
            SELECT ${rowId} AS "rowId", ${sealed} AS sealed FROM ${sql.raw(table)}
            WHERE ${exists} AND ${getKeyId(sealed)} IS NOT DISTINCT FROM ${keyId}::text LIMIT 1`;
          const opened = row && open(row);
          if (opened instanceof UnreadableSecret) failures.push(opened);
        }
      }
      return failures;
    },

    /**
     * Seals every value with the primary key. An update applies only to the value that was read, so
     * concurrent writes win; a value that one of them moved is sealed in the next pass. Can be
     * interrupted and repeated.
     */
    async rotate(options: RotationOptions = {}): Promise<Rotation> {
      const totals = { found: 0, rotated: 0, unreadable: new Map<string, UnreadableSecret>() };
      for (let pass = 0; pass < MAX_PASSES; pass++) {
        if ((await runPass(options, totals)) === 0) break;
      }
      return { ...totals, unreadable: [...totals.unreadable.values()] };
    },
  };
}
