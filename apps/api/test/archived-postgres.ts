import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { throwawayPostgres } from '@parley/launch/throwaway-postgres';
import { waitFor } from '@parley/testing';
import { Client, DatabaseError } from 'pg';

const run = promisify(execFile);
const files = fileURLToPath(new URL('../../../deploy/backup/files/', import.meta.url));
/** The folders that the files name. */
const SCRIPTS = '/usr/local/lib/parley';
const BACKUPS = '/var/backups/parley';
const LOCK_NOT_AVAILABLE = '55P03';

/** Runs `work` with a connection that is closed afterwards. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The number of rows of each table and a hash of their contents. */
export type TableHashes = Readonly<
  Record<string, { readonly rows: number; readonly hash: string }>
>;

/** All but unlogged ones, which are empty after a recovery. */
const listTables = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
};

/** Hashes every row of every table that survives a recovery. */
export async function hashTables(client: Client): Promise<TableHashes> {
  const hashes: Record<string, { rows: number; hash: string }> = {};
  for (const table of await listTables(client)) {
    const { rows } = await client.query(
      `SELECT count(*)::int AS rows, md5(COALESCE(string_agg(row_hash, '' ORDER BY row_hash), '')) AS hash
       FROM (SELECT md5(t::text) AS row_hash FROM ${table} t) AS hashed`,
    );
    hashes[table] = rows[0];
  }
  return hashes;
}

/**
 * Hashes all tables at a time that no write spans: every transaction has committed before it or writes
 * after it. Everything may run meanwhile.
 */
export async function takeSnapshot(url: string): Promise<{ time: string; tables: TableHashes }> {
  return withClient(url, (client) =>
    waitFor(
      async () => {
        const tables = await listTables(client);
        await client.query("BEGIN; SET LOCAL lock_timeout = '200ms'");
        try {
          await client.query(`LOCK TABLE ${tables.join(', ')} IN SHARE MODE`);
          const hashes = await hashTables(client);
          const { rows } = await client.query('SELECT clock_timestamp()::text AS time');
          return { time: rows[0].time as string, tables: hashes };
        } catch (error) {
          if (error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false;
          throw error;
        } finally {
          await client.query('ROLLBACK');
        }
      },
      { what: 'a moment without a writing transaction' },
    ),
  );
}

/** The settings of the shipped postgresql.conf, with other folders. */
async function readSettings(scripts: string, backups: string): Promise<Record<string, string>> {
  const text = await readFile(join(files, 'postgresql.conf'), 'utf8');
  const lines = text.matchAll(/^(\w+) = (?:'(.*)'|(\S+))$/gm);
  return Object.fromEntries(
    Array.from(lines, ([, name = '', quoted, plain]) => [
      name,
      (quoted ?? plain ?? '').replace(SCRIPTS, scripts).replace(BACKUPS, backups),
    ]),
  );
}

/**
 * A PostgreSQL that archives WAL with the settings and scripts of deploy/backup/files. Its base backup uses
 * the functions of pg_basebackup, which the embedded PostgreSQL does not contain.
 */
export async function startArchivedPostgres() {
  const folder = await mkdtemp(join(tmpdir(), 'parley-restore-'));
  const [keep, scripts, backups] = ['server', 'scripts', 'backups'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const [data, base, wal] = [join(keep, 'data'), join(backups, 'base'), join(backups, 'wal')];
  for (const path of [scripts, backups, wal]) await mkdir(path);
  // As root, PostgreSQL runs as another user.
  for (const path of [folder, scripts, backups]) await chmod(path, 0o755);
  await chmod(wal, 0o777);
  for (const name of ['archive-wal.sh', 'restore.sh']) {
    await copyFile(join(files, name), join(scripts, name));
    await chmod(join(scripts, name), 0o755);
  }
  const archiving = await readSettings(scripts, backups);
  // A base backup copies pages while they are written.
  const settings = { ...archiving, full_page_writes: 'on', max_wal_size: '256MB' };
  const start = () => throwawayPostgres({ keep, settings });
  let server = await start();

  return {
    settings: archiving,
    /** The superuser's URL of the database `postgres`; another one after a restore. */
    getAdminUrl: () => server.adminUrl,
    backUp: () =>
      withClient(server.adminUrl, async (client) => {
        await client.query("SELECT pg_backup_start('test', fast => true)");
        await run('cp', ['-a', data, base]);
        const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop()');
        await writeFile(join(base, 'backup_label'), rows[0].labelfile);
      }),
    /** Stops the server and deletes its data. */
    destroy: async () => {
      await server.stop();
      await rm(data, { recursive: true });
    },
    /** Restores the base backup as the guide says, and returns when the server accepts writes. */
    restore: async (time: string) => {
      await run(join(scripts, 'restore.sh'), [base, wal, data, time]);
      server = await start();
      await withClient(server.adminUrl, (client) =>
        waitFor(
          async () => {
            const { rows } = await client.query('SELECT pg_is_in_recovery() AS recovering');
            return rows[0].recovering === false;
          },
          { what: 'the end of the recovery' },
        ),
      );
    },
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
