import type { Socket } from 'node:net';
import { constants } from 'node:os';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../generated/client.ts';
import { isStalePlan } from './errors.ts';
import { statementName } from './statement-name.ts';

export interface ConnectionOptions {
  /** postgresql://… */
  readonly url: string;
  /** Maximum number of pooled connections; 10 if omitted. */
  readonly poolSize?: number;
  /** Replaces some of the default timeouts. */
  readonly timeouts?: Partial<ConnectionTimeouts>;
  /**
   * Whether PostgreSQL prepares statements once per connection; true if omitted. False for a pooler that
   * gives each transaction another connection and does not prepare statements itself.
   */
  readonly preparedStatements?: boolean;
  /** Whether the server refuses every write; false if omitted. */
  readonly readOnly?: boolean;
}

/** The timeouts of every connection, in milliseconds. */
interface ConnectionTimeouts {
  readonly statementMs: number;
  readonly lockMs: number;
  readonly idleInTransactionMs: number;
  /** How long a server may send nothing while a response is due, before the connection is closed. */
  readonly responseMs: number;
  /** How long a request waits for a connection of the pool. */
  readonly connectionMs: number;
}

export const defaultTimeouts: ConnectionTimeouts = {
  statementMs: 5_000,
  lockMs: 3_000,
  idleInTransactionMs: 10_000,
  responseMs: 7_000,
  connectionMs: 3_000,
};

/**
 * How long after `responseMs` the wait for a statement ends whose connection was not closed: the server
 * sends something other than the result, or the driver has lost the result.
 */
const GIVE_UP_AFTER_MS = 1_000;

/** Number of connections to the server by state. */
export interface PoolUsage {
  readonly size: number;
  readonly open: number;
  readonly idle: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

/**
 * Settings for queue statements. Queue tables change size faster than ANALYZE updates their
 * statistics, so the planner must use nested loops over indexes in the written join order. Commits
 * do not wait for the disk: work lost in a PostgreSQL crash is repeated.
 */
const queueSettings = {
  join_collapse_limit: 1,
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  synchronous_commit: 'off',
};
/** Maximum number of commit statements at the same time. */
export const COMMIT_CONNECTIONS = 8;

/** Connections for queue statements: one each for searches, fan-out, claims and results. */
const QUEUE_CONNECTIONS = 4;

/**
 * Settings for reads of sessions and for commits. Their texts are constant and they read and write
 * rows by primary key, so PostgreSQL plans them once per connection, with nested loops over indexes
 * whatever the tables contained at that time. It plans the checks of foreign keys once too.
 */
const plannedOnceSettings = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
};
/** Citus chooses the shard of a statement from its parameters, which a generic plan does not have. */
const planWithParametersOnCitus = `
  SELECT set_config('plan_cache_mode', 'force_custom_plan', false)
  FROM pg_extension WHERE extname = 'citus'`;
/** Connections for session views, of which two statements of each kind run at once, and other frequent reads. */
const VIEW_CONNECTIONS = 4;

/**
 * Milliseconds that a statement of many commits waits for a lock. A commit that waits for a lock must not
 * hold up the others of its statement: it is repeated alone.
 */
export const GROUP_LOCK_MS = 200;

/** Settings for commits and for storing received events, which join rows in the written order. */
const writeSettings = {
  ...plannedOnceSettings,
  join_collapse_limit: 1,
  lock_timeout: GROUP_LOCK_MS,
};

/** Creates the Prisma client, its connection pool and the pools for statements that bypass Prisma. */
export function createClient(options: ConnectionOptions): {
  client: PrismaClient;
  /** The connections of the client, for statements that bypass Prisma. */
  pool: pg.Pool;
  /** For queue statements (sql-connection.ts). */
  queuePool: pg.Pool;
  /** For the most frequent reads: sessions, their views, keys. */
  viewPool: pg.Pool;
  /** For commits (commit/) and for storing received events. Reads need another lock timeout. */
  writePool: pg.Pool;
  poolUsage: () => PoolUsage;
  /** Whether the server is Citus; false until a connection has been made, so a process reads before it commits. */
  isCitus: () => boolean;
  /** Closes all connections. */
  close: () => Promise<void>;
} {
  const size = options.poolSize ?? 10;
  let isCitus = false;
  const createPool = (max: number, more?: Settings) =>
    openPool(options, max, more, () => {
      isCitus = true;
    });
  const pool = createPool(size);
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    statementNameGenerator: ({ sql }) => statementName(sql),
  });
  const client = new PrismaClient({ adapter, log: [], errorFormat: 'minimal' });
  const others = {
    queuePool: createPool(QUEUE_CONNECTIONS, queueSettings),
    viewPool: createPool(VIEW_CONNECTIONS, plannedOnceSettings),
    // Room for both.
    writePool: createPool(2 * COMMIT_CONNECTIONS, writeSettings),
  };
  return {
    client,
    pool,
    ...others,
    poolUsage: () => ({
      size,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    isCitus: () => isCitus,
    close: async () => {
      await Promise.all([client.$disconnect(), ...Object.values(others).map((one) => one.end())]);
    },
  };
}

/**
 * A connection on which PostgreSQL prepares no statement: it ignores their names. The pooler may run the
 * next transaction on another connection, where the name is missing or names another client's statement.
 */
class UnpreparedClient extends pg.Client {
  // The many overloads of `query` pass their arguments on unchanged, but for the name.
  override query = ((config: unknown, ...rest: unknown[]) => {
    const isNamed = typeof config === 'object' && config !== null && 'name' in config;
    const unnamed = isNamed ? { ...config, name: undefined } : config;
    return Reflect.apply(pg.Client.prototype.query, this, [unnamed, ...rest]);
  }) as pg.Client['query'];
}

type Settings = Readonly<Record<string, string | number>>;

/**
 * Creates a pool that connects on first use.
 * @param onCitus is called for every connection to Citus, before it is used
 */
function openPool(
  options: ConnectionOptions,
  size: number,
  more: Settings | undefined,
  onCitus: () => void,
): pg.Pool {
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const settings = {
    statement_timeout: timeouts.statementMs,
    lock_timeout: timeouts.lockMs,
    idle_in_transaction_session_timeout: timeouts.idleInTransactionMs,
    // A plan made while a table was small would stay in use while it grows.
    plan_cache_mode: 'force_custom_plan',
    // SET LOCAL applies to the shards of a transaction too. Only Citus has this setting.
    'citus.propagate_set_commands': 'local',
    default_transaction_read_only: options.readOnly ? 'on' : 'off',
    ...more,
  };
  const pool = new pg.Pool({
    connectionString: options.url,
    max: size,
    ...(options.preparedStatements === false ? { Client: UnpreparedClient } : {}),
    connectionTimeoutMillis: timeouts.connectionMs,
    idleTimeoutMillis: 30_000,
    // Stryker disable next-line BooleanLiteral: the operating system sends the first probe after hours.
    keepAlive: true,
    // The last bound: whatever shares a statement would wait for it for ever.
    query_timeout: timeouts.responseMs + GIVE_UP_AFTER_MS,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    onConnect: async (client) => {
      const { rowCount } = await client.query(planWithParametersOnCitus);
      if (rowCount === 1) onCitus();
    },
  });
  // A connection that breaks during a transaction rejects its statement, or the next one.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('connect', (client) => closeWhenUnresponsive(client, timeouts.responseMs));
  closeWithStalePlan(pool);
  closeWhileBusy(pool);
  // The pool replaces a connection that breaks while idle; a query on a broken connection rejects.
  pool.on('error', () => {});
  return pool;
}

/** The error the operating system reports for a read timeout. */
const timedOut = {
  code: 'ETIMEDOUT',
  // Stryker disable next-line StringLiteral: Prisma checks that there is one.
  syscall: 'read',
  // Stryker disable next-line UnaryOperator: Prisma checks that there is one.
  errno: -constants.errno.ETIMEDOUT,
};

/**
 * Closes a connection whose server stopped responding during a query. A reachable server always
 * responds within statement_timeout.
 */
function closeWhenUnresponsive(client: pg.PoolClient, responseMs: number): void {
  const { stream } = getConnection(client);
  stream.setTimeout(responseMs);
  // setTimeout would remove a listener of its own after the first time the connection was idle.
  stream.on('timeout', () => {
    if (isBusy(client)) stream.destroy(Object.assign(new Error('read timeout'), timedOut));
  });
}

/**
 * Closes a connection that is released during a statement: query_timeout ended the wait for it. The
 * next statement would wait behind it. A transaction of Prisma does not report this to the pool.
 */
function closeWhileBusy(pool: pg.Pool): void {
  pool.on('release', (_error, client) => {
    if (isBusy(client)) void (client as unknown as pg.Client).end();
  });
}

/** Whether the server has not completed a statement. The types of pg do not contain it. */
const isBusy = (client: pg.PoolClient): boolean =>
  (client as unknown as { readyForQuery: boolean }).readyForQuery === false;

/**
 * Closes a connection at its release if the result type of a statement that it prepared has changed.
 * The statement would fail on this connection forever, in a transaction of Prisma at least: its
 * release does not report the error to the pool.
 */
function closeWithStalePlan(pool: pg.Pool): void {
  const stale = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    getConnection(client).on('errorMessage', (error) => {
      if (isStalePlan(error)) stale.add(client);
    });
  });
  pool.on('release', (_error, client) => {
    // The pool removes a client that is ending.
    if (stale.has(client)) void (client as unknown as pg.Client).end();
  });
}

/** The protocol layer of a client, which the types of pg do not contain. */
const getConnection = (client: pg.PoolClient) =>
  (client as unknown as { connection: Protocol }).connection;

interface Protocol {
  readonly stream: Socket;
  on(event: 'errorMessage', listener: (error: pg.DatabaseError) => void): void;
}

export type Client = PrismaClient;
/** The Prisma client or one of its transactions. */
export type Connection = Omit<
  PrismaClient,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$use' | '$extends'
>;
