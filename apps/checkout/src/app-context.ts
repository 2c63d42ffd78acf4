import { DomainError, isId } from '@parley/domain';
import {
  createRateLimiter,
  createRequestFlows,
  type Deps,
  newId,
  type RateLimiter,
  type RequestFlows,
  readPageRevisions,
} from '@parley/operations';
import { openRuntime, type Runtime, type RuntimeOptions } from '@parley/runtime';
import type { Admission } from '@parley/runtime/admission';
import { isStopping } from '@parley/runtime/delay-stop-signals';
import { readEnvironment } from '@parley/runtime/environment';
import { type Env, environment } from './env.ts';
import { createSessionWatch, type SessionWatch } from './live/session-watch.ts';

export interface AppContext {
  readonly env: Env;
  readonly deps: Deps;
  readonly logger: Runtime['logger'];
  readonly admission: Admission;
  readonly flows: RequestFlows;
  readonly perKey: RateLimiter;
  readonly perLink: RateLimiter;
  /** Notifies open pages of changes. */
  readonly watch: SessionWatch;
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
 * Consumes one request from the rate limit of a payer link: the key and the session together. Next
 * provides no client address that a caller cannot forge. The limit of the key comes first: it bounds
 * how many links can be made up.
 * @throws DomainError not_found, rate_limited
 */
export async function consumeLinkLimit(key: string, sessionId = ''): Promise<void> {
  if (!isId('psess', sessionId)) throw new DomainError('not_found');
  const { perKey, perLink } = appContext();
  await perKey.consume({ key });
  await perLink.consume({ key, address: sessionId });
}

/**
 * Consumes one request from the rate limit of a key's logos, which is not that of its payment links. All
 * hashes share it, because they can be made up.
 * @throws DomainError not_found, rate_limited
 */
export async function consumeLogoLimit(key: string, hash: string): Promise<void> {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new DomainError('not_found');
  await appContext().perKey.consume({ key, address: 'logos' });
}

/**
 * As `consumeLinkLimit`, for the event stream of a payer page. The streams of a key have a limit of their
 * own, because all pages open theirs again when a process stops, while other payers are paying.
 * @throws DomainError not_found, rate_limited
 */
export async function consumeStreamLimit(key: string, sessionId = ''): Promise<void> {
  if (!isId('psess', sessionId)) throw new DomainError('not_found');
  const { perKey, perLink } = appContext();
  await perKey.consume({ key, address: 'events' });
  await perLink.consume({ key, address: sessionId });
}

export function createAppContext(
  env: Env,
  options: Pick<RuntimeOptions, 'logDestination'> = {},
): AppContext {
  const { logger, database, connectProvider, admission } = openRuntime({
    name: 'checkout',
    env,
    ...options,
  });
  return {
    env,
    deps: { database, connectProvider, newId, checkoutUrl: env.CHECKOUT_URL },
    logger,
    admission,
    flows: createRequestFlows(),
    watch: createSessionWatch({
      read: (keys) => readPageRevisions({ database }, keys),
      isStopping,
      onError: (error) => logger.warn({ err: error }, 'the sessions of open pages were not read'),
      max: env.CHECKOUT_MAX_STREAMS,
      maxPerAddress: env.CHECKOUT_MAX_STREAMS_PER_ADDRESS,
    }),
    perKey: createRateLimiter(database, {
      perSecond: env.CHECKOUT_RATE_LIMIT_PER_KEY,
      burst: env.CHECKOUT_RATE_LIMIT_PER_KEY_BURST,
    }),
    perLink: createRateLimiter(database, {
      perSecond: env.CHECKOUT_RATE_LIMIT_PER_LINK,
      burst: env.CHECKOUT_RATE_LIMIT_PER_LINK_BURST,
    }),
  };
}
