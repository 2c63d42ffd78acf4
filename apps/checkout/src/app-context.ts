import { DomainError, getNetwork, isId } from '@parley/domain';
import { readEnvironment } from '@parley/environment';
import {
  createRateLimiter,
  createRequestFlows,
  type Deps,
  newId,
  type RateLimiter,
  type RequestFlows,
  readPageRevisions,
} from '@parley/operations';
import type { RequestContext } from '@parley/router/payer';
import { openRuntime, type Runtime, type RuntimeOptions } from '@parley/runtime';
import type { Admission } from '@parley/runtime/admission';
import { isStopping } from '@parley/runtime/delay-stop-signals';
import { createCaptcha } from './captcha/siteverify.ts';
import type { CaptchaWidget } from './documents/payer-page.tsx';
import { type Env, environment } from './env.ts';
import { createSessionWatch, type SessionWatch } from './live/session-watch.ts';

export interface AppContext {
  readonly env: Env;
  readonly deps: Deps;
  readonly logger: Runtime['logger'];
  readonly admission: Admission;
  readonly flows: RequestFlows;
  /** Requests of a client address for a key. */
  readonly perAddress: RateLimiter;
  /** Requests for a session that exists. */
  readonly perLink: RateLimiter;
  /**
   * Challenges of a client address for a key, and of a session. Made-up tokens must not bring the provider to
   * refuse ours, after which payers pass unverified.
   */
  readonly challenges: { readonly perAddress: RateLimiter; readonly perLink: RateLimiter };
  /** Notifies open pages of changes. */
  readonly watch: SessionWatch;
}

/** Far more than payers need: each of them passes one, and another after a declined payment. */
const CHALLENGES_PER_ADDRESS = { perSecond: 0.5, burst: 20 };
const CHALLENGES_PER_LINK = { perSecond: 0.1, burst: 5 };

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
 * The context of payer procedures. A request counts for the rate limit of its client address, and for that of its
 * session only if the session exists. So requests for made-up ids delay only their own network.
 * @param kind what has buckets of its own at the address: pages that connect again when a process stops
 *   keep no payer from paying
 */
export function payerContext(
  { headers }: Request,
  requestId: string,
  kind: 'links' | 'events' = 'links',
): RequestContext {
  const { deps, admission, flows, perAddress, perLink, challenges } = appContext();
  const address = headers.get('x-forwarded-for') ?? undefined;
  return {
    deps,
    requestId,
    address,
    admit: admission.run,
    flows,
    async consumeRateLimit(key, sessionId = '') {
      if (!isId('psess', sessionId)) throw new DomainError('not_found');
      await perAddress.consume({ key, address: addressBucket(kind, address) });
    },
    reserveSession: (key, sessionId) => perLink.reserve({ key, address: sessionId }),
    async consumeChallengeLimit(key, sessionId) {
      await challenges.perAddress.consume({ key, address: addressBucket('challenges', address) });
      await challenges.perLink.consume({ key, address: `challenge ${sessionId}` });
    },
  };
}

/**
 * Consumes one request from the rate limit of a key's logos at a client address, which is not that of its
 * payment links. All hashes share it, because they can be made up.
 * @throws DomainError not_found, rate_limited
 */
export async function consumeLogoLimit(
  key: string,
  hash: string,
  address: string | undefined,
): Promise<void> {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new DomainError('not_found');
  await appContext().perAddress.consume({ key, address: addressBucket('logos', address) });
}

const addressBucket = (kind: string, address = ''): string => `${kind} ${getNetwork(address)}`;

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
    deps: {
      database,
      connectProvider,
      newId,
      checkoutUrl: env.CHECKOUT_URL,
      ...getCaptcha(env, logger),
    },
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
    perAddress: createRateLimiter(database, {
      perSecond: env.CHECKOUT_RATE_LIMIT_PER_ADDRESS,
      burst: env.CHECKOUT_RATE_LIMIT_PER_ADDRESS_BURST,
    }),
    perLink: createRateLimiter(database, {
      perSecond: env.CHECKOUT_RATE_LIMIT_PER_LINK,
      burst: env.CHECKOUT_RATE_LIMIT_PER_LINK_BURST,
    }),
    challenges: {
      perAddress: createRateLimiter(database, CHALLENGES_PER_ADDRESS),
      perLink: createRateLimiter(database, CHALLENGES_PER_LINK),
    },
  };
}

function getCaptcha(env: Env, logger: Runtime['logger']): Pick<Deps, 'captcha'> {
  const { CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET: secret } = env;
  if (siteKey === undefined || secret === undefined) return {};
  const { hostname } = new URL(env.CHECKOUT_URL);
  const verifyUrl = env.CAPTCHA_VERIFY_URL;
  return { captcha: createCaptcha({ siteKey, secret, verifyUrl, hostname, logger }) };
}

/**
 * The widget of the CAPTCHA provider; null if none is configured, and in test mode, which has no challenges.
 * @param pk the key of the payment link
 */
export function captchaWidget(pk: string): CaptchaWidget | null {
  const { CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SCRIPT_URL: scriptUrl } = appContext().env;
  return siteKey === undefined || pk.startsWith('pk_test_') ? null : { siteKey, scriptUrl };
}
