import { type Auth, createAuth } from '@parley/auth';
import { type Database, openDatabase } from '@parley/db';
import { newId } from '@parley/operations';
import { stripeConnector } from '@parley/provider';
import type { DashboardContext } from '@parley/router';
import pino, { type Logger } from 'pino';
import { readEnv } from '../env.ts';

export interface Runtime {
  readonly deps: DashboardContext['deps'];
  readonly database: Database;
  readonly auth: Auth;
  readonly logger: Logger;
}

let opened: Runtime | undefined;

/**
 * What pages and their actions work with, made when it is first asked for: never while it is built.
 * Not for route handlers: Next bundles those apart, with error classes that are not the pages' own.
 */
export function runtime(): Runtime {
  opened ??= open();
  return opened;
}

function open(): Runtime {
  const env = readEnv(process.env);
  const database = openDatabase({
    url: env.DATABASE_URL,
    poolSize: env.DATABASE_POOL_SIZE,
    encryptionKey: env.PARLEY_ENCRYPTION_KEY,
  });
  return {
    deps: {
      database,
      connectProvider: stripeConnector({ budgetMs: env.PROVIDER_BUDGET_MS }),
      newId,
      checkoutUrl: env.CHECKOUT_URL,
      allowLoopbackWebhooks: env.WEBHOOK_ALLOW_LOOPBACK_HTTP,
    },
    database,
    auth: createAuth({ database, secret: env.BETTER_AUTH_SECRET, url: env.DASHBOARD_URL }),
    logger: pino({ name: 'dashboard', level: env.LOG_LEVEL }),
  };
}
