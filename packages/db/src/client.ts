import type { Socket } from 'node:net';
import { constants } from 'node:os';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from './generated/client.ts';

export interface ConnectionOptions {
  /** postgresql://… */
  readonly url: string;
  /** Connections kept at most. */
  readonly poolSize?: number;
  /** Replaces some of the default time-outs. */
  readonly timeouts?: Partial<ConnectionTimeouts>;
}

/** The time-outs of every connection, in milliseconds. */
interface ConnectionTimeouts {
  readonly statementMs: number;
  readonly lockMs: number;
  readonly idleInTransactionMs: number;
  /** How long a server may send nothing while a response is due, before the connection is closed. */
  readonly responseMs: number;
}

const defaultTimeouts: ConnectionTimeouts = {
  statementMs: 5_000,
  lockMs: 3_000,
  idleInTransactionMs: 10_000,
  responseMs: 7_000,
};

/** Connections to the server, in use and waited for. */
export interface PoolUsage {
  readonly size: number;
  readonly open: number;
  readonly idle: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

/**
 * For statements on queues, whose tables are empty now and full in a moment, long before anybody has
 * counted them: joined in the order they are written, row by row, by an index, and planned for what
 * there is now. What they write may be lost when PostgreSQL itself is killed, for it is done again
 * then: nobody waits for the disk.
 */
const queueSettings = {
  join_collapse_limit: 1,
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  plan_cache_mode: 'force_custom_plan',
  synchronous_commit: 'off',
};
/** Connections for queues: one that fans out, one that claims, one that writes what came of it. */
const QUEUE_CONNECTIONS = 3;

/** The one place that makes Prisma, and the pools below and beside it. */
export function createClient(options: ConnectionOptions): {
  client: PrismaClient;
  /** For what does without Prisma (plain-sql.ts); not closed with it. */
  queuePool: pg.Pool;
  poolUsage: () => PoolUsage;
} {
  const size = options.poolSize ?? 10;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const pool = createPool(options.url, size, timeouts);
  const adapter = new PrismaPg(pool, { disposeExternalPool: true });
  return {
    client: new PrismaClient({ adapter, log: [], errorFormat: 'minimal' }),
    queuePool: createPool(options.url, QUEUE_CONNECTIONS, timeouts, queueSettings),
    poolUsage: () => ({
      size,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  };
}

/** Connections are made when they are first needed. */
function createPool(
  url: string,
  size: number,
  timeouts: ConnectionTimeouts,
  more: Readonly<Record<string, string | number>> = {},
): pg.Pool {
  const settings = {
    statement_timeout: timeouts.statementMs,
    lock_timeout: timeouts.lockMs,
    idle_in_transaction_session_timeout: timeouts.idleInTransactionMs,
    ...more,
  };
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  });
  pool.on('connect', (client) => closeWhenUnresponsive(client, timeouts.responseMs));
  // A connection that breaks while idle is replaced when one is needed; those at work throw.
  pool.on('error', () => {});
  return pool;
}

/** As the operating system would report it, in the end. */
const timedOut = { code: 'ETIMEDOUT', syscall: 'read', errno: -constants.errno.ETIMEDOUT };

/** A reachable server responds within the statement time-out; an unreachable one never does. */
function closeWhenUnresponsive(client: pg.PoolClient, responseMs: number): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.setTimeout(responseMs, () => {
    const isWaiting = (client as unknown as { readyForQuery: boolean }).readyForQuery === false;
    if (isWaiting) stream.destroy(Object.assign(new Error('no response'), timedOut));
  });
}

export type Client = PrismaClient;
/** What a repository works with: the client itself, or a transaction of it. */
export type Connection = Omit<
  PrismaClient,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$use' | '$extends'
>;
