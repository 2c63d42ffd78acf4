import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { asUser, type CommandLine } from './as-user.ts';
import { postgresBinaries } from './binaries.ts';
import { ensureDataDirectory, superuser } from './data-directory.ts';
import { postgresIn, removeStaleLock } from './data-directory-lock.ts';
import { postgresUser } from './run-as.ts';

export interface PreparePostgresOptions {
  readonly directory: string;
  readonly port: number;
  readonly password: string;
  /** False only for data nobody will miss: the tests' own. */
  readonly durable: boolean;
}

export interface PreparedPostgres extends CommandLine {
  /** The superuser's URL of the database `postgres`. */
  readonly adminUrl: string;
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
};

const forgetful = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Everything up to the command line: the binaries, the user to run as, the data directory and its lock. */
export async function preparePostgres(options: PreparePostgresOptions): Promise<PreparedPostgres> {
  const { directory, port, password } = options;
  const [binaries, owner] = await Promise.all([postgresBinaries(), postgresUser()]);
  await mkdir(dirname(directory), { recursive: true });
  const runner = await asUser(owner, [directory, binaries.postgres]);
  await ensureDataDirectory({ binaries, directory, owner, password, runner });
  const pid = await postgresIn(directory);
  if (pid !== undefined) {
    throw new Error(
      `Another Postgres (pid ${pid}) works in ${directory}: stop it, or set DATA_DIR to another folder.`,
    );
  }
  await removeStaleLock(directory);
  const flags = Object.entries({ ...settings, ...(options.durable ? {} : forgetful) });
  const args = ['-D', directory, '-p', String(port)];
  return {
    ...runner(binaries.postgres, [...args, ...flags.flatMap(([k, v]) => ['-c', `${k}=${v}`])]),
    adminUrl: `postgresql://${superuser}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
  };
}
