import { PrismaPg } from '@prisma/adapter-pg';
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

/** The one place that makes Prisma. */
export function createClient(options: ConnectionOptions): PrismaClient {
  const adapter = new PrismaPg({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    options: Object.entries(sessionSettings)
      .map(([name, ms]) => `-c ${name}=${ms}`)
      .join(' '),
  });
  return new PrismaClient({ adapter, log: [], errorFormat: 'minimal' });
}

export type Client = PrismaClient;
/** What a repository works with: the client itself, or a transaction of it. */
export type Connection = Omit<
  PrismaClient,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$use' | '$extends'
>;
