import { statfs } from 'node:fs/promises';
import pg from 'pg';
import { type CreatePages, createPagesTable, measureCreatePages } from './create-pages.ts';
import { type CreateCost, createCostTable, measureCreates } from './creates-in-turn.ts';
import { type Environment, openProductTargets } from './environment.ts';
import { createForNewBuyers } from './measures.ts';
import type { Options } from './options.ts';
import { startProduct } from './product.ts';
import { load } from './report.ts';

/** The cost of a create may differ by this share between sizes. */
const GOAL = 0.15;
const CONNECTIONS = 32;
/** Disk space of a session with its indexes. */
const SESSION_BYTES = 6_000;
/** For the write-ahead log and the files of sorts. */
const OTHER_BYTES = 4e9;

/** Both lists are in the order of the sizes. */
export interface SizeResults {
  readonly costs: readonly CreateCost[];
  readonly pages: readonly CreatePages[];
}

/** Measures creates in databases of different sizes, which are on one server, in turn. */
export async function measureSizes(
  environment: Environment,
  options: Options,
  print: (line: string) => void,
): Promise<SizeResults> {
  await requireDiskSpace(environment.adminUrl, options.sizes);
  const targets = [];
  for (const count of options.sizes) {
    const product = environment.use(
      await startProduct({ ...environment, name: `sessions_${count}` }),
    );
    const { targetOf, sessions } = await openProductTargets(environment, product, 0);
    const began = performance.now();
    await sessions.fill(count, print);
    await sessions.analyze();
    const seconds = (performance.now() - began) / 1_000;
    const gigabytes = (await sessions.databaseBytes()) / 1e9;
    print(
      `${count.toLocaleString('en')} sessions: ${gigabytes.toFixed(2)} GB, filled in ${seconds.toFixed(0)} s`,
    );
    targets.push({ count, product, target: targetOf(createForNewBuyers) });
  }
  // Otherwise the first rounds would write what the filling has changed.
  await queryOne(environment.adminUrl, 'CHECKPOINT');
  const costs = await measureCreates(targets, { ...options, connections: CONNECTIONS });
  const pages: CreatePages[] = [];
  for (const { product, count } of targets) {
    pages.push(await measureCreatePages(environment.adminUrl, product, count));
  }
  print(`sizes measured; load ${load()}`);
  return { costs, pages };
}

/** The results as Markdown tables. */
export const sizeTables = ({ costs, pages }: SizeResults) =>
  [createCostTable('sessions', costs, GOAL), createPagesTable(pages)].join('\n\n');

async function queryOne<Row>(url: string, query: string): Promise<Row | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(query)).rows[0] as Row | undefined;
  } finally {
    await client.end();
  }
}

/** @throws Error when the disk with PostgreSQL's data has not enough free space */
async function requireDiskSpace(adminUrl: string, sizes: readonly number[]): Promise<void> {
  const row = await queryOne<{ data_directory: string }>(adminUrl, 'SHOW data_directory');
  const folder = row?.data_directory ?? '';
  const needed = sizes.reduce((sum, size) => sum + size * SESSION_BYTES, OTHER_BYTES);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free >= needed) return;
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(0)} GB`;
  throw new Error(
    `--sizes ${sizes.join(',')} needs ${gigabytes(needed)} in ${folder}, which has ${gigabytes(free)} free. Choose smaller sizes, or set TMPDIR to a folder on a larger disk.`,
  );
}
