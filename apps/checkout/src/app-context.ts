import { createRateLimiter, type Deps, newId, type RateLimiter } from '@parley/operations';
import { openRuntime, type Runtime, type RuntimeOptions } from '@parley/runtime';
import { readEnvironment } from '@parley/runtime/environment';
import { type Env, environment } from './env.ts';

export interface AppContext {
  readonly env: Env;
  readonly deps: Deps;
  readonly logger: Runtime['logger'];
  readonly perLink: RateLimiter;
}

let context: AppContext | undefined;

/**
 * What the requests of this process share, created at the first request. It must not be shared
 * through globalThis: another bundle of Next.js has its own copies of the error classes.
 */
export function appContext(): AppContext {
  context ??= createAppContext(readEnvironment(environment, process.env));
  return context;
}

/**
 * Consumes a request of the rate limit of one payment link. The limit is per link and not per IP
 * address: Next.js has no address that a caller cannot forge, and the id in a link is unguessable.
 */
export function admitFor(sessionId: string | undefined): (key: string) => Promise<void> {
  return (key) => appContext().perLink.admit({ key, address: sessionId ?? '' });
}

export function createAppContext(
  env: Env,
  options: Pick<RuntimeOptions, 'logDestination'> = {},
): AppContext {
  const { logger, database, connectProvider } = openRuntime({ name: 'checkout', env, ...options });
  return {
    env,
    deps: { database, connectProvider, newId, checkoutUrl: env.CHECKOUT_URL },
    logger,
    perLink: createRateLimiter(database, {
      perSecond: env.CHECKOUT_RATE_LIMIT_PER_LINK,
      burst: env.CHECKOUT_RATE_LIMIT_PER_LINK_BURST,
    }),
  };
}
