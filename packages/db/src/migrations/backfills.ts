import { setTimeout as pause } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { defaultLockWaits, limitLockWaits, retryWhenBlocked } from './lock-retries.ts';
import type { Migration } from './prisma-files.ts';
import { withConnection } from './with-connection.ts';

/** Fills columns of the rows that were written before a version added them. */
export interface Backfill {
  /** Never changes. It is stored, and migrations name it: `-- Requires backfill order_notes`. */
  readonly name: string;
  /** A table with the placement `merchant`. */
  readonly table: string;
  /** The columns of its primary key after `merchant_id`. */
  readonly key: readonly string[];
  /** The SET clause of an UPDATE. It may read other rows of the same merchant. */
  readonly set: string;
  /** The rows without the values. A row that is filled already is not written again. */
  readonly where: string;
}

/** The backfills of this version. Remove one together with the migration that requires it. */
const backfills: readonly Backfill[] = [];

export interface RunBackfillsOptions {
  readonly databaseUrl: string;
  readonly onProgress?: (line: string) => void;
  /** Overrides the backfills of this version in tests. */
  readonly list?: readonly Backfill[];
  /** Rows that one transaction reads. */
  readonly batchSize?: number;
}

/** Milliseconds between two lines of progress. */
const PROGRESS_MS = 2_000;

/**
 * Runs the backfills that are not finished, each in batches of one merchant, and returns the number of rows
 * that each one changed since it began. Every batch is a transaction that stores its position, so a later
 * call continues, and concurrent calls share the work. Half of the time is left to other work.
 * @throws MigrationBlocked when another transaction locks the rows of a batch for long
 */
export async function runBackfills(options: RunBackfillsOptions): Promise<Record<string, number>> {
  const { databaseUrl, onProgress = () => {}, list = backfills, batchSize = 1_000 } = options;
  const lockRetries = { databaseUrl, onProgress, waits: defaultLockWaits };
  return await withConnection(databaseUrl, async (client) => {
    const results: Record<string, number> = {};
    for (const backfill of list) {
      await client.query(
        "INSERT INTO backfill (name, position) VALUES ($1, '{}') ON CONFLICT DO NOTHING",
        [backfill.name],
      );
      for (let reportedAt = performance.now(); ; ) {
        const startedAt = performance.now();
        const { rows, merchantId, isFinished } = await retryWhenBlocked(
          lockRetries,
          async (watch) => {
            await watch(client);
            return await runBatch(client, backfill, batchSize);
          },
        );
        results[backfill.name] = rows;
        const count = `backfill ${backfill.name}: ${rows.toLocaleString('en')} rows`;
        if (isFinished) {
          onProgress(`${count}, finished`);
          break;
        }
        if (performance.now() - reportedAt > PROGRESS_MS) {
          onProgress(`${count}, at merchant ${merchantId}`);
          reportedAt = performance.now();
        }
        await pause(performance.now() - startedAt);
      }
    }
    return results;
  });
}

/** The backfills that pending migrations require, as `-- Requires backfill <name>`, and that are not finished. */
export async function findRequiredBackfills(
  client: ClientBase,
  pending: readonly Migration[],
): Promise<string[]> {
  const required = pending.flatMap(({ sql }) =>
    [...sql.matchAll(/^-- Requires backfill (\w+)/gm)].map(([, name = '']) => name),
  );
  return await findUnfinishedBackfills(client, required);
}

/** The names of these backfills that are not finished. */
export async function findUnfinishedBackfills(
  client: ClientBase,
  names: readonly string[] = backfills.map(({ name }) => name),
): Promise<string[]> {
  if (names.length === 0) return [];
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM backfill WHERE name = ANY ($1) AND finished_at IS NOT NULL',
    [names],
  );
  return names.filter((name) => !rows.some((row) => row.name === name));
}

interface Progress {
  readonly rows: number;
  readonly merchantId: string | null;
  readonly isFinished: boolean;
}

interface StoredProgress extends Progress {
  readonly position: readonly string[];
}

/** Fills the next rows of a merchant, or moves on to the next merchant, in one transaction. */
async function runBatch(
  client: ClientBase,
  backfill: Backfill,
  batchSize: number,
): Promise<Progress> {
  await client.query('BEGIN');
  try {
    for (const setting of limitLockWaits(defaultLockWaits)) await client.query(setting);
    const { rows: stored } = await client.query<StoredProgress>(
      `SELECT rows::float8, current_merchant_id AS "merchantId", position, finished_at IS NOT NULL AS "isFinished"
       FROM backfill WHERE name = $1 FOR UPDATE`,
      [backfill.name],
    );
    const [progress] = stored;
    if (!progress) throw new Error(`The row of the backfill ${backfill.name} was deleted.`);
    const next = progress.isFinished
      ? progress
      : await advance(client, backfill, batchSize, progress);
    await client.query(
      'UPDATE backfill SET rows = $2, current_merchant_id = $3, position = $4 WHERE name = $1',
      [backfill.name, next.rows, next.merchantId, next.position],
    );
    if (next.isFinished && !progress.isFinished)
      await client.query('UPDATE backfill SET finished_at = now() WHERE name = $1', [
        backfill.name,
      ]);
    await client.query('COMMIT');
    return next;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function advance(
  client: ClientBase,
  { table, key, set, where }: Backfill,
  batchSize: number,
  { rows, merchantId, position }: StoredProgress,
): Promise<StoredProgress> {
  if (merchantId === null) return await moveToNextMerchant(client, rows, '');
  const list = (toText: (column: string, index: number) => string) => key.map(toText).join();
  // A parameter of a comparison has the type of the column.
  const after = position.length > 0 ? `AND (${key}) > (${list((_, at) => `$${at + 2}`)})` : '';
  const values = [merchantId, ...position];
  const ofMerchant = `FROM ${table} WHERE merchant_id = $1 ${after} ORDER BY ${key}`;
  const last = await client.query<string[]>({
    // Under their own names, the columns would be sorted as text.
    text: `SELECT ${list((column, at) => `${column}::text AS key_${at}`)} ${ofMerchant}
      LIMIT 1 OFFSET ${batchSize - 1}`,
    values,
    rowMode: 'array',
  });
  const [until = []] = last.rows;
  // With the end of the batch as a condition, PostgreSQL would read the whole table of a large merchant for each one.
  const changed = await client.query(
    `UPDATE ${table} SET ${set}
     FROM (SELECT ${list((column, at) => `${column} AS key_${at}`)} ${ofMerchant} LIMIT ${batchSize}) AS batch
     WHERE merchant_id = $1 AND (${key}) = (${list((_, at) => `key_${at}`)}) AND (${where})`,
    values,
  );
  const total = rows + (changed.rowCount ?? 0);
  if (until.length === 0) return await moveToNextMerchant(client, total, merchantId);
  return { rows: total, merchantId, position: until, isFinished: false };
}

async function moveToNextMerchant(
  client: ClientBase,
  rows: number,
  merchantId: string,
): Promise<StoredProgress> {
  const next = await client.query<{ id: string }>(
    'SELECT id FROM merchant WHERE id > $1 ORDER BY id LIMIT 1',
    [merchantId],
  );
  const [found] = next.rows;
  return { rows, merchantId: found?.id ?? merchantId, position: [], isFinished: !found };
}
