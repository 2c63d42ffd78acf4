import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { createEmptyDatabase, isCluster, joinNodes, type TestDatabase } from '@parley/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRefusal } from '../../test/commits.ts';
import { addFullMerchant, type FullMerchant, usedRequest } from '../../test/full-merchant.ts';
import { openDatabase } from '../database.ts';
import { applyMigrations } from './apply-migrations.ts';
import { distributeTables } from './distribute-tables.ts';
import { defaultLockWaits } from './lock-retries.ts';
import { placements } from './placements.ts';
import { withConnection } from './with-connection.ts';

const run = promisify(execFile);
const encryptionKeys = `k1:${randomBytes(32).toString('base64')}`;

/** The number of rows of each table and a checksum of them, and all foreign keys. */
const readContents = (url: string) =>
  withConnection(url, async (client) => {
    const contents: Record<string, unknown> = {};
    for (const table of Object.keys(placements)) {
      const { rows } = await client.query(
        `SELECT count(*), sum(hashtextextended(t::text, 0)::numeric) FROM "${table}" AS t`,
      );
      contents[table] = rows[0];
    }
    const { rows } = await client.query(
      `SELECT conrelid::regclass::text AS table, conname, pg_get_constraintdef(oid) FROM pg_constraint
       WHERE contype = 'f' AND conrelid = ANY ($1::regclass[]) ORDER BY 1, 2`,
      [Object.keys(placements)],
    );
    return { ...contents, foreignKeys: rows };
  });

/** Reads and writes rows of a merchant, and adds another one with a row of every table. */
async function useDatabase(url: string, { scope, orders }: FullMerchant): Promise<void> {
  const database = openDatabase({ url, encryptionKeys });
  try {
    expect(await database.findSession(scope, orders[0].id)).not.toBeNull();
    expect(await database.commit(createRefusal(scope, usedRequest.key))).toBe('conflict');
    expect(await database.commit(createRefusal(scope))).toBe('applied');
    await addFullMerchant(database, 'c');
  } finally {
    await database.close();
  }
}

function hasClientPrograms(): boolean {
  try {
    execFileSync('pg_dump', ['--version']);
    execFileSync('psql', ['--version']);
    return true;
  } catch {
    return false;
  }
}

describe.runIf(isCluster())('a database of one server on a coordinator', () => {
  const databases: TestDatabase[] = [];
  const createDatabase = async () => {
    const database = await createEmptyDatabase();
    databases.push(database);
    return database;
  };
  let plain: TestDatabase;
  let merchant: FullMerchant;
  let contents: object;

  beforeAll(async () => {
    plain = await createDatabase();
    await applyMigrations({ databaseUrl: plain.url });
    const database = openDatabase({ url: plain.url, encryptionKeys });
    merchant = await addFullMerchant(database, 'a');
    await addFullMerchant(database, 'b');
    await database.close();
    contents = await readContents(plain.url);
  });
  afterAll(async () => {
    for (const database of databases) await database.drop();
  });

  async function expectDistributed(url: string): Promise<void> {
    expect(await readContents(url)).toEqual(contents);
    const { rows } = await withConnection(url, (client) =>
      client.query('SELECT table_name::text AS name, citus_table_type AS type FROM citus_tables'),
    );
    const types = { merchant: 'distributed', reference: 'reference', local: 'local' };
    expect(Object.fromEntries(rows.map(({ name, type }) => [name, type]))).toEqual(
      Object.fromEntries(Object.entries(placements).map(([name, one]) => [name, types[one]])),
    );
    await useDatabase(url, merchant);
  }

  // npm does not install the client programs of PostgreSQL.
  it.runIf(hasClientPrograms())('is distributed after it was restored from a dump', async () => {
    const copy = await createDatabase();
    await run('sh', ['-c', 'pg_dump "$0" | psql -q -v ON_ERROR_STOP=1 "$1"', plain.url, copy.url]);
    await joinNodes(copy);
    expect(await applyMigrations({ databaseUrl: copy.url })).toEqual([]);
    await expectDistributed(copy.url);
  });

  it('is distributed with its rows, although a transaction delays it longer than a statement may take', async () => {
    await joinNodes(plain);
    await withConnection(plain.url, async (client) => {
      await client.query('SET statement_timeout = 2000');
      await withConnection(plain.url, async (other) => {
        await other.query('BEGIN; LOCK TABLE proxy_session IN ROW EXCLUSIVE MODE');
        const distributed = distributeTables(client, {
          databaseUrl: plain.url,
          waits: defaultLockWaits,
          onProgress: () => {},
        });
        await other.query('SELECT pg_sleep(2.5)');
        await other.query('COMMIT');
        expect((await distributed).toSorted()).toEqual(Object.keys(placements).toSorted());
      });
      const { rows } = await client.query(
        'SELECT sum(pg_relation_size(logicalrelid))::int AS bytes FROM pg_dist_partition',
      );
      expect(rows).toEqual([{ bytes: 0 }]);
    });
    await expectDistributed(plain.url);
  });
});
