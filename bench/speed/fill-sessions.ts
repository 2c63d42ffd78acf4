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
const OTHER_MERCHANTS = 1_000;
const THIRTY_DAYS_SECONDS = 30 * 24 * 60 * 60;

export interface FillOptions {
  readonly url: string;
  /** The merchant with half of the sessions. */
  readonly merchant: string;
  readonly originals: Originals;
  readonly count: number;
  readonly print: (line: string) => void;
}

/**
 * Fills a database with sessions of the last 30 days, half of them of one merchant and the others of
 * 1,000 merchants. Indexes that no foreign key needs are created afterwards, foreign keys are not
 * checked, and the schema is the same at the end.
 * @throws Error when indexes or constraints differ afterwards
 */
export async function fillSessions(options: FillOptions): Promise<void> {
  const { url, merchant, originals, count, print } = options;
  const copies: SessionCopies[] = [];
  try {
    for (let i = 0; i < CONNECTIONS; i++) {
      copies.push(await openSessionCopies(url, merchant, originals));
    }
    const client = copies[0]?.client;
    if (!client) return;
    for (const one of copies) await one.client.query('SET session_replication_role = replica');
    await addMerchants(client, OTHER_MERCHANTS);
    const schema = await readSchema(client);
    const indexes = await dropIndexes(client);
    await insertAll(copies, count, print);
    await createIndexes(copies, indexes, print);
    requireSameSchema(schema, await readSchema(client));
  } finally {
    for (const one of copies) await one.stop();
  }
}

async function insertAll(
  copies: readonly SessionCopies[],
  count: number,
  print: (line: string) => void,
): Promise<void> {
  const spread: Spread = {
    total: count,
    ageSeconds: THIRTY_DAYS_SECONDS,
    otherMerchants: OTHER_MERCHANTS,
  };
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
  let next = 1;
  await Promise.all(
    copies.map(async (one) => {
      while (next <= count) {
        const batch = { first: next, last: Math.min(next + BATCH - 1, count) };
        next = batch.last + 1;
        await one.insert('created', batch, spread);
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
    `The indexes or constraints of the filled database differ from the product's. Missing: ${missing.join('; ') || 'none'}. Added: ${added.join('; ') || 'none'}. Correct dropIndexes in bench/speed/fill-sessions.ts.`,
  );
}
