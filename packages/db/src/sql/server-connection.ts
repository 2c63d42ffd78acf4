import pg from 'pg';

/** The oldest version of PostgreSQL on which the statements run (date_bin). */
const MIN_MAJOR_VERSION = 14;
const CONNECT_MS = 5_000;
/** The settings without which a statement or a transaction may block others for ever. */
const timeouts = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];

/** What a connection to the server shows before the first migration. */
export interface ServerConnection {
  /** Such as 18.1. */
  readonly version: string;
  /** The version of TLS; null without encryption. */
  readonly tlsVersion: string | null;
  /** Connections that the role may open: the lowest limit of the server, the database and the role. */
  readonly maxConnections: number;
  /** Whether a pooler, such as PgBouncer, is between this process and the server. */
  readonly hasPooler: boolean;
  /** Whether timeouts are in force. A pooler may drop those of the connection, and the role may have its own. */
  readonly hasSettings: boolean;
}

/** Why there is no connection, and what to do. */
export interface ConnectionFailure {
  /** Without the URL, which contains a password. */
  readonly reason: string;
  readonly advice: string;
}

/** Why statements do not run on a version; null if they do. */
export const explainOldServer = (version: string): string | null =>
  Number.parseInt(version, 10) >= MIN_MAJOR_VERSION
    ? null
    : `PostgreSQL ${version} is too old: Parley needs PostgreSQL ${MIN_MAJOR_VERSION} or newer. Upgrade the server.`;

/** Connects to the server of a URL, reads what an operator has to know, and disconnects. */
export async function readConnection(databaseUrl: string): Promise<ServerConnection> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
    options: timeouts.map((name) => `-c ${name}=${CONNECT_MS}`).join(' '),
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<Omit<ServerConnection, 'hasPooler'> & { pid: number }>(
      `SELECT current_setting('server_version') AS version, pg_backend_pid() AS pid,
         (SELECT s.version FROM pg_stat_ssl s WHERE s.pid = pg_backend_pid() AND s.ssl) AS "tlsVersion",
         (SELECT bool_and(current_setting(name) <> '0') FROM unnest($1::text[]) AS name) AS "hasSettings",
         (SELECT min(one) FROM unnest(ARRAY[
           current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
           (SELECT datconnlimit FROM pg_database WHERE datname = current_database()),
           (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user)
         ]) AS limits(one) WHERE one >= 0) AS "maxConnections"`,
      [timeouts],
    );
    const [row] = rows;
    if (!row) throw new Error('the server returned no row');
    const { pid, ...server } = row;
    // A pooler sends a process id of its own. The types of pg lack it.
    const { processID } = client as unknown as { readonly processID: number };
    return { ...server, hasPooler: processID !== pid };
  } finally {
    await client.end().catch(() => {});
  }
}

const trustAdvice =
  'Name the file of the CA that signed it: sslmode=verify-full&sslrootcert=/path/ca.pem in DATABASE_URL.';
const advices: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Start PostgreSQL there, or correct host and port in DATABASE_URL.',
  ENOTFOUND: 'Correct the host in DATABASE_URL, or its DNS entry.',
  EAI_AGAIN: 'Correct the host in DATABASE_URL, or its DNS entry.',
  SELF_SIGNED_CERT_IN_CHAIN: trustAdvice,
  DEPTH_ZERO_SELF_SIGNED_CERT: trustAdvice,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: trustAdvice,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: trustAdvice,
  CERT_HAS_EXPIRED: 'Renew the certificate of the server, or correct the clock of this machine.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'Use the host name of the certificate in DATABASE_URL, or issue one for this host.',
  '28P01': 'Correct the user and password in DATABASE_URL. Encode special characters, such as %40.',
  '28000': 'Permit this user, host and encryption in pg_hba.conf, or correct them in DATABASE_URL.',
  '3D000': 'Create the database, or correct its name in DATABASE_URL.',
  '42501': 'Grant the user CONNECT on the database.',
  '53300': 'Close connections of other clients, or raise max_connections.',
};

/** Explains why a connection failed, for a person who has set DATABASE_URL. */
export function explainConnectionFailure(failure: unknown): ConnectionFailure {
  // A refused dual-stack connection is an AggregateError without a message of its own.
  const error = failure instanceof AggregateError ? failure.errors[0] : failure;
  if (!(error instanceof Error)) return { reason: String(error), advice: otherAdvice };
  const code = 'code' in error ? String(error.code) : '';
  if (error.message === 'The server does not support SSL connections') {
    const advice = 'Turn on ssl in postgresql.conf, or remove sslmode from DATABASE_URL.';
    return { reason: error.message, advice };
  }
  const advice = advices[code] ?? otherAdvice;
  if (advice === trustAdvice) {
    return { reason: `the certificate of the server is not trusted (${code})`, advice };
  }
  // The message of a network error repeats the code and the address.
  const reason = 'syscall' in error ? code : error.message;
  return { reason, advice };
}

const otherAdvice = 'Check host and port in DATABASE_URL, the network and the log of the server.';

/** The host and port of a URL, or the Unix socket. */
export function describeServer(databaseUrl: string): string {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? (decodeURIComponent(hostname) || 'localhost');
  return host.startsWith('/') ? `${host}/.s.PGSQL.${port || 5432}` : `${host}:${port || 5432}`;
}
