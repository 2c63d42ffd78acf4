import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { postgresBinaries } from './binaries.ts';
import { claimDataDirectory, ensureDataDirectory, superuser } from './data-directory.ts';
import { asUser, type CommandLine, postgresUser } from './os-user.ts';

export interface PreparePostgresOptions {
  readonly directory: string;
  readonly port: number;
  readonly password: string;
  /** False for test data only: a crash may then corrupt the cluster. */
  readonly durable: boolean;
  /** Further settings of the server. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface PreparedPostgres extends CommandLine {
  /** The superuser's URL of the database `postgres`. */
  readonly adminUrl: string;
}

/** The superuser's URL of the database `postgres` of an embedded server. */
export const getAdminUrl = (password: string, port: number): string =>
  `postgresql://${superuser}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`;

const defaultSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
};

const notDurable = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Creates the data directory if necessary and returns the command line of the server. */
export async function preparePostgres(options: PreparePostgresOptions): Promise<PreparedPostgres> {
  const { directory, port, password } = options;
  const [binaries, owner] = await Promise.all([postgresBinaries(), postgresUser()]);
  await mkdir(dirname(directory), { recursive: true });
  const asOwner = await asUser(owner, [directory, binaries.postgres]);
  await ensureDataDirectory({ binaries, directory, owner, password, asUser: asOwner });
  await claimDataDirectory(directory);
  const flags = Object.entries({
    ...defaultSettings,
    ...(options.durable ? {} : notDurable),
    ...options.settings,
  });
  const args = ['-D', directory, '-p', String(port)];
  return {
    ...asOwner(binaries.postgres, [...args, ...flags.flatMap(([k, v]) => ['-c', `${k}=${v}`])]),
    adminUrl: getAdminUrl(password, port),
  };
}
