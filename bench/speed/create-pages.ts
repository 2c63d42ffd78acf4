import pg from 'pg';
import { captureCreate, changeParameters } from './create-statement.ts';
import type { Product } from './product.ts';
import { table } from './report.ts';

const CREATES = 500;

/** What one create does in PostgreSQL, on average. Other load of the machine does not change it. */
export interface CreatePages {
  /** The number of sessions. */
  readonly count: number;
  /** Pages of tables and indexes that were in the buffers of PostgreSQL. */
  readonly hit: number;
  /** Pages that PostgreSQL read from the disk or the cache of the operating system. */
  readonly read: number;
  readonly walRecords: number;
  /** Pages that the log contains as a whole, because they changed for the first time since a checkpoint. */
  readonly walPageImages: number;
  readonly walBytes: number;
}

type Counters = Omit<CreatePages, 'count'>;

/** Counts what this connection did, not what autovacuum and other connections did meanwhile. */
const countersQuery = `
SELECT (SELECT sum(hits)::float8 FROM pg_stat_get_backend_io(pid)) AS hit,
  (SELECT sum(reads)::float8 FROM pg_stat_get_backend_io(pid) WHERE object = 'relation') AS read,
  wal_records::float8 AS "walRecords", wal_fpi::float8 AS "walPageImages",
  wal_bytes::float8 AS "walBytes"
FROM pg_backend_pid() AS pid CROSS JOIN LATERAL pg_stat_get_backend_wal(pid)`;

/**
 * Runs the statement of a create 500 times on one connection, after a checkpoint.
 * @param count the number of sessions
 * @throws Error when a create writes with more than one statement
 */
export async function measureCreatePages(
  adminUrl: string,
  product: Product,
  count: number,
): Promise<CreatePages> {
  const statement = await captureCreate(adminUrl, product);
  if (statement === null) {
    throw new Error('A create writes with more than one statement. Adapt create-statement.ts.');
  }
  const client = new pg.Client({
    connectionString: product.merchant.url,
    options: '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off',
  });
  await client.connect();
  try {
    const create = () =>
      client.query({ name: 'create', text: statement.text, values: changeParameters(statement) });
    // The first execution also reads the catalog.
    await create();
    await client.query('CHECKPOINT');
    const before = await readCounters(client);
    for (let i = 0; i < CREATES; i++) await create();
    const after = await readCounters(client);
    const perCreate = (name: keyof Counters) => (after[name] - before[name]) / CREATES;
    return {
      count,
      hit: perCreate('hit'),
      read: perCreate('read'),
      walRecords: perCreate('walRecords'),
      walPageImages: perCreate('walPageImages'),
      walBytes: perCreate('walBytes'),
    };
  } finally {
    await client.end();
  }
}

async function readCounters(client: pg.Client): Promise<Counters> {
  await client.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await client.query<Counters>(countersQuery);
  if (!rows[0]) throw new Error('pg_stat_get_backend_wal returned no row');
  return rows[0];
}

/** The results as a Markdown table. */
export const createPagesTable = (results: readonly CreatePages[]) =>
  table(
    [
      'sessions',
      'pages in buffers per create',
      'pages read',
      'WAL records',
      'whole pages in the WAL',
      'WAL bytes',
    ],
    results.map(({ count, hit, read, walRecords, walPageImages, walBytes }) => [
      count.toLocaleString('en'),
      hit.toFixed(0),
      read.toFixed(1),
      walRecords.toFixed(0),
      walPageImages.toFixed(2),
      walBytes.toFixed(0),
    ]),
  );
