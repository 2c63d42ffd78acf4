import type pg from 'pg';
import {
  addMerchants,
  type Batch,
  type Originals,
  openSessionCopies,
  type SessionCopies,
  type Spread,
  sessionTables,
} from './session-copies.ts';

const BATCH = 50_000;
const CONNECTIONS = 2;
const THIRTY_DAYS_SECONDS = 30 * 24 * 60 * 60;

export interface FillOptions {
  readonly url: string;
  /** The merchant of the originals. */
  readonly merchant: string;
  readonly originals: Originals;
  /** Names of originals, which the copies take in turn; all by default. */
  readonly templates?: readonly string[];
  readonly count: number;
  /** New merchants that share half of the sessions; 0 if the merchant has all of them. */
  readonly otherMerchants: number;
  /** See `Spread`. */
  readonly varied: boolean;
  /** Whether others use the database, so that indexes must not be dropped. */
  readonly inUse: boolean;
  readonly print: (line: string) => void;
}

/**
 * Fills a database with sessions of the last 30 days. Foreign keys are not checked. Unless the database
 * is in use, indexes that no foreign key needs are created afterwards, and the schema is the same at
 * the end.
 * @throws Error when indexes or constraints differ afterwards
 */
export async function fillSessions(options: FillOptions): Promise<void> {
  const { url, merchant, originals, otherMerchants, inUse, print } = options;
  const copies: SessionCopies[] = [];
  try {
    for (let i = 0; i < CONNECTIONS; i++) {
      copies.push(await openSessionCopies(url, merchant, originals));
    }
    const client = copies[0]?.client;
    if (!client) return;
    for (const one of copies) await one.client.query('SET session_replication_role = replica');
    if (otherMerchants > 0) await addMerchants(client, otherMerchants);
    if (inUse) return await insertAll(copies, options);
    const schema = await readSchema(client);
    const indexes = await dropIndexes(client);
    await insertAll(copies, options);
    await createIndexes(copies, indexes, print);
    requireSameSchema(schema, await readSchema(client));
  } finally {
    for (const one of copies) await one.stop();
  }
}

async function insertAll(
  copies: readonly SessionCopies[],
  { originals, templates = Object.keys(originals), ...options }: FillOptions,
): Promise<void> {
  const { count, otherMerchants, varied, print } = options;
  const spread: Spread = { total: count, ageSeconds: THIRTY_DAYS_SECONDS, otherMerchants, varied };
  const began = performance.now();
  let inserted = 0;
  const report = ({ first, last }: Batch) => {
    const before = Math.floor((10 * inserted) / count);
    inserted += last - first + 1;
    if (Math.floor((10 * inserted) / count) === before) return;
    const seconds = (performance.now() - began) / 1_000;
    const left = (seconds * (count - inserted)) / inserted;
    print(
      `${inserted.toLocaleString('en')} of ${count.toLocaleString('en')} sessions after ${seconds.toFixed(0)} s, about ${left.toFixed(0)} s left`,
    );
  };
  const batchSize = Math.min(BATCH, Math.ceil(count / 10));
  let next = 1;
  await Promise.all(
    copies.map(async (one) => {
      while (next <= count) {
        const batch = { first: next, last: Math.min(next + batchSize - 1, count) };
        next = batch.last + 1;
        await one.insert(templates, batch, spread);
        report(batch);
      }
    }),
  );
}

/** The definitions of all indexes and constraints. */
async function readSchema(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ definition: string }>(`
    SELECT definition FROM (
      SELECT pg_get_indexdef(indexrelid) || ' ' || indisvalid || ' ' || indisready AS definition
      FROM pg_index
      UNION ALL
      SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
      FROM pg_constraint
    ) AS both_kinds WHERE definition NOT LIKE '% pg_toast%' ORDER BY definition`);
  return rows.map(({ definition }) => definition);
}

/**
 * Drops the indexes of the tables of sessions that no foreign key needs.
 * @returns the statements that create them again
 */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; create: string }>(
    `SELECT
       CASE WHEN c.oid IS NULL THEN 'DROP INDEX ' || indexrelid::regclass
         ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', indrelid::regclass, conname) END AS drop,
       CASE WHEN c.oid IS NULL THEN pg_get_indexdef(indexrelid)
         ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', indrelid::regclass, conname,
           pg_get_constraintdef(c.oid)) END AS create
     FROM pg_index LEFT JOIN pg_constraint c ON c.conindid = indexrelid AND c.contype IN ('p', 'u')
     WHERE indrelid = ANY ($1::regclass[]) AND NOT EXISTS (
       SELECT FROM pg_constraint f WHERE f.contype = 'f' AND f.conindid = indexrelid
     )`,
    [sessionTables],
  );
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ create }) => create);
}

async function createIndexes(
  copies: readonly SessionCopies[],
  definitions: readonly string[],
  print: (line: string) => void,
): Promise<void> {
  print(`creating ${definitions.length} indexes`);
  const waiting = [...definitions];
  await Promise.all(
    copies.map(async ({ client }) => {
      await client.query(`SET maintenance_work_mem = '512MB'`);
      await client.query('SET max_parallel_maintenance_workers = 0');
      for (let next = waiting.shift(); next; next = waiting.shift()) await client.query(next);
    }),
  );
}

function requireSameSchema(before: readonly string[], after: readonly string[]): void {
  const missing = before.filter((one) => !after.includes(one));
  const added = after.filter((one) => !before.includes(one));
  if (missing.length + added.length === 0) return;
  throw new Error(
    `The indexes or constraints of the filled database differ from the product's. Missing: ${missing.join('; ') || 'none'}. Added: ${added.join('; ') || 'none'}. Correct dropIndexes in bench/shared/fill-sessions.ts.`,
  );
}
