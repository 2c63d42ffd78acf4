import { connect, type NetConnectOpts } from 'node:net';
import { type Check, fail } from './checks.ts';

const CONNECT_MS = 5_000;
const DEFAULT_PORT = 5_432;

/** Finds out why a database does not respond, by a connection to its host. */
export async function explainUnreachable(databaseUrl: string): Promise<Check> {
  const { hostname, port: given, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? (decodeURIComponent(hostname) || 'localhost');
  const port = Number(given || DEFAULT_PORT);
  const path = `${host}/.s.PGSQL.${port}`;
  // A host that begins with a slash is the folder of a Unix socket.
  const server = host.startsWith('/') ? path : `${host}:${port}`;
  const code = await tryConnection(
    host.startsWith('/') ? { path } : { host: host.replace(/^\[|\]$/g, ''), port },
  );
  if (code === null) {
    const message = `${server} accepts connections, but PostgreSQL does not respond in time`;
    const fix =
      'Check the load and the log of the server, and that the port is that of PostgreSQL.';
    return fail('database', message, fix);
  }
  return fail('database', `${server} is not reachable: ${code}`, fixes[code] ?? OTHER_FIX);
}

const OTHER_FIX = 'Check host and port in DATABASE_URL, the network and the firewall.';
const fixes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Start PostgreSQL there, or correct host and port in DATABASE_URL.',
  ENOTFOUND: 'Correct the host in DATABASE_URL, or its DNS entry.',
};

/** Returns the code of the failure; null if the connection was accepted. */
function tryConnection(address: NetConnectOpts): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ ...address, timeout: CONNECT_MS });
    const finish = (code: string | null) => {
      socket.destroy();
      resolve(code);
    };
    socket.once('connect', () => finish(null));
    socket.once('timeout', () => finish('ETIMEDOUT'));
    socket.once('error', (error: NodeJS.ErrnoException) => finish(error.code ?? error.message));
  });
}
