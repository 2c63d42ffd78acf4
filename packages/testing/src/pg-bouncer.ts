import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reservePort } from './reserve-ports.ts';
import { waitFor } from './wait-for.ts';

/** Whether the Debian package is installed, which is not part of an installation with npm. */
export const hasPgBouncer = (): boolean => spawnSync('pgbouncer', ['--version']).status === 0;

export interface PgBouncer {
  /** The URL of the same database through PgBouncer. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts PgBouncer in transaction mode in front of a database, with two connections to its server. */
export async function startPgBouncer(databaseUrl: string): Promise<PgBouncer> {
  const server = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'pgbouncer-'));
  const [port, file] = [await reservePort(), join(folder, 'pgbouncer.ini')];
  const target = [
    `host=${server.hostname}`,
    `port=${server.port}`,
    `user=${server.username}`,
    ...(server.password === '' ? [] : [`password=${server.password}`]),
  ].join(' ');
  await writeFile(
    file,
    `[databases]
* = ${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
ignore_startup_parameters = options
`,
  );
  // PgBouncer refuses to run as root.
  await chmod(folder, 0o755);
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const bouncer = spawn('pgbouncer', [...user, file], { stdio: 'ignore' });
  await waitFor(() => acceptsConnections(port), { what: 'PgBouncer to accept connections' });
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    stop: async () => {
      bouncer.kill('SIGINT');
      if (bouncer.exitCode === null) await once(bouncer, 'exit');
      await rm(folder, { recursive: true });
    },
  };
}

async function acceptsConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const [event] = await Promise.race([
    once(socket, 'connect').then(() => ['connect']),
    once(socket, 'close').then(() => ['close']),
  ]).catch(() => ['close']);
  socket.destroy();
  return event === 'connect';
}
