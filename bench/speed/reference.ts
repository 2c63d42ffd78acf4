import { join } from 'node:path';
import { fillStatement, schema } from '@parley/bench-reference/statements';
import type { Item } from '@parley/bench-shared/session-copies';
import { type ServerProcess, startProcess } from '@parley/bench-shared/start-process';
import { reservePort } from '@parley/testing';
import pg from 'pg';
import { POOL_SIZE, runSql } from './product.ts';

/** Sessions that reads are about. */
const SESSIONS = 10_000;

/** The reference server, in a schema of the product's database. */
export interface Reference {
  readonly server: ServerProcess;
  /** Sessions to read. */
  readonly items: readonly Item[];
}

/** Creates the tables of the reference, adds sessions to read, and starts the server. */
export async function startReference(url: string, folder: string): Promise<Reference> {
  await runSql(url, schema);
  const ids = Array.from({ length: SESSIONS }, (_, i) => `session_${i}`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(fillStatement, ['merchant', ids]);
  await client.end();
  const port = await reservePort();
  const server = await startProcess({
    script: 'bench/reference/server.ts',
    port,
    env: {
      NODE_ENV: 'production',
      DATABASE_URL: url,
      DATABASE_POOL_SIZE: String(POOL_SIZE),
      PORT: String(port),
    },
    logFile: join(folder, 'reference.log'),
  });
  return { server, items: ids.map((session) => ({ session, attempt: '' })) };
}
