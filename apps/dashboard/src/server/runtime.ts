import { type Auth, createAuth, type Person } from '@parley/auth';
import type { Database } from '@parley/db';
import { type Deps, newId } from '@parley/operations';
import type { RequestContext } from '@parley/router';
import { openRuntime, type RuntimeOptions } from '@parley/runtime';
import type { Admission } from '@parley/runtime/admission';
import { readEnvironment } from '@parley/runtime/environment';
import type { Logger } from 'pino';
import { type Env, environment } from '#env.ts';

export interface Runtime {
  readonly deps: Deps;
  readonly database: Database;
  readonly auth: Auth;
  readonly logger: Logger;
  readonly admission: Admission;
}

let opened: Runtime | undefined;

/**
 * The resources that all requests share, created at the first request and never during the build.
 * Next.js bundles pages and route handlers separately: each bundle has its own copy of this module,
 * its own database pool and its own error classes. They are not shared through a global, because an
 * error of one bundle is not an instance of the other bundle's classes.
 */
export function runtime(): Runtime {
  opened ??= createRuntime(readEnvironment(environment, process.env));
  return opened;
}

export function createRuntime(
  env: Env,
  options: Pick<RuntimeOptions, 'logDestination'> = {},
): Runtime {
  const { logger, database, connectProvider, admission } = openRuntime({
    name: 'dashboard',
    env,
    ...options,
  });
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
    admission,
  };
}

/** The router's context for a request of a person, or of no one. */
export function createRequestContext(person: Person | null, requestId: string): RequestContext {
  const { deps, admission } = runtime();
  const context = { deps, requestId, admit: admission.run };
  if (!person) return { ...context, person: null };
  const { userId, merchantId, mode, role } = person;
  return { ...context, person: { userId, merchantId, mode, role } };
}
