import { openDatabase } from '@parley/db';
import { createRateLimiter, type Deps, newId, type RateLimiter } from '@parley/operations';
import { stripeConnector } from '@parley/provider';
import { type Logger, pino } from 'pino';
import { type Env, readEnv } from './env.ts';

export interface AppContext {
  readonly env: Env;
  readonly deps: Deps;
  readonly logger: Logger;
  readonly perLink: RateLimiter;
}

let held: AppContext | undefined;

/**
 * What every request of this process shares; made when it is first asked for. Not to be shared by
 * way of globalThis: another bundle has other classes of the same errors.
 */
export function appContext(): AppContext {
  held ??= create();
  return held;
}

/**
 * Counts a request against its link. By link and not by address: Next knows no address that a
 * caller could not have written himself, and the session in a link nobody can guess.
 */
export function admitFor(sessionId: string | undefined): (key: string) => Promise<void> {
  return (key) => appContext().perLink.admit({ key, address: sessionId ?? '' });
}

function create(): AppContext {
  const env = readEnv(process.env);
  const database = openDatabase({
    url: env.DATABASE_URL,
    encryptionKey: env.PARLEY_ENCRYPTION_KEY,
    poolSize: env.DATABASE_POOL_SIZE,
  });
  return {
    env,
    deps: {
      database,
      connectProvider: stripeConnector({ budgetMs: env.PROVIDER_BUDGET_MS }),
      newId,
      checkoutUrl: new URL(env.CHECKOUT_URL).origin,
    },
    logger: pino({ name: 'checkout', level: env.LOG_LEVEL }),
    perLink: createRateLimiter(database, {
      perSecond: env.CHECKOUT_RATE_LIMIT_PER_LINK,
      burst: env.CHECKOUT_RATE_LIMIT_PER_LINK_BURST,
    }),
  };
}
