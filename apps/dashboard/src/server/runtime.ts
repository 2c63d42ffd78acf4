import { type Auth, createAuth } from '@parley/auth';
import type { Database } from '@parley/db';
import { type Deps, newId } from '@parley/operations';
import { openRuntime, type RuntimeOptions } from '@parley/runtime';
import { readEnvironment } from '@parley/runtime/environment';
import type { Logger } from 'pino';
import { type Env, environment } from '../env.ts';

export interface Runtime {
  readonly deps: Deps;
  readonly database: Database;
  readonly auth: Auth;
  readonly logger: Logger;
}

let opened: Runtime | undefined;

/**
 * What the requests of this process share, created at the first request and never during the build.
 * Each Next.js bundle (pages, route handlers) has its own copy, and its own error classes.
 */
export function runtime(): Runtime {
  opened ??= createRuntime(readEnvironment(environment, process.env));
  return opened;
}

export function createRuntime(
  env: Env,
  options: Pick<RuntimeOptions, 'logDestination'> = {},
): Runtime {
  const { logger, database, connectProvider } = openRuntime({ name: 'dashboard', env, ...options });
  return {
    deps: {
      database,
      connectProvider,
      newId,
      checkoutUrl: env.CHECKOUT_URL,
      allowLoopbackWebhooks: env.WEBHOOK_ALLOW_LOOPBACK_HTTP,
    },
    database,
    auth: createAuth({ database, secret: env.BETTER_AUTH_SECRET, url: env.DASHBOARD_URL }),
    logger,
  };
}
