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
}

/** The time-outs every connection carries, in milliseconds. */
const sessionSettings = {
  statement_timeout: 5_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 10_000,
};

/** Milliseconds a server may be silent while it owes an answer, before the connection is given up. */
const SILENCE_MS = 7_000;

/** Connections to the server, in use and waited for. */
export interface PoolUse {
  readonly size: number;
  readonly open: number;
  readonly idle: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

/** The one place that makes Prisma, and the pool below it. */
export function createClient(options: ConnectionOptions): {
  client: PrismaClient;
  /** The connections below it, for what does without Prisma (plain-sql.ts). */
  pool: pg.Pool;
  poolUse: () => PoolUse;
} {
  const size = options.poolSize ?? 10;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: size,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    options: Object.entries(sessionSettings)
      .map(([name, ms]) => `-c ${name}=${ms}`)
      .join(' '),
  });
  pool.on('connect', giveUpOnSilence);
  // A connection that breaks while idle is replaced when one is needed; those at work throw.
  pool.on('error', () => {});
  const adapter = new PrismaPg(pool, { disposeExternalPool: true });
  return {
    client: new PrismaClient({ adapter, log: [], errorFormat: 'minimal' }),
    pool,
    poolUse: () => ({
      size,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  };
}

/** As the operating system would report it, in the end. */
const timedOut = { code: 'ETIMEDOUT', syscall: 'read', errno: -constants.errno.ETIMEDOUT };

/** A server that is there answers within the statement's time-out; one that is not, never. */
function giveUpOnSilence(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.setTimeout(SILENCE_MS, () => {
    const owes = (client as unknown as { readyForQuery: boolean }).readyForQuery === false;
    if (owes) stream.destroy(Object.assign(new Error('no answer'), timedOut));
  });
}

export type Client = PrismaClient;
/** What a repository works with: the client itself, or a transaction of it. */
export type Connection = Omit<
  PrismaClient,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$use' | '$extends'
>;
