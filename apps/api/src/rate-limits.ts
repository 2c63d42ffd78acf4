import type { RateLimit } from '@parley/db';
import { createRateLimiter, type Deps } from '@parley/operations';

export interface RateLimitSettings {
  /** The limit of a secret key. */
  readonly perKey: RateLimit;
  /** The limit of a publishable key from one IP address. */
  readonly perAddress: RateLimit;
}

export interface RateLimits {
  /**
   * Consumes one request.
   * @throws DomainError rate_limited
   */
  consume(key: string, address: string): Promise<void>;
  close(): Promise<void>;
}

/** The rate limits of API keys, shared by all processes on the same database. */
export function createRateLimits(deps: Deps, settings: RateLimitSettings): RateLimits {
  const perKey = createRateLimiter(deps.database, settings.perKey);
  const perAddress = createRateLimiter(deps.database, settings.perAddress);
  return {
    consume: (key, address) =>
      key.startsWith('pk_') ? perAddress.consume({ key, address }) : perKey.consume({ key }),
    close: async () => {
      await Promise.all([perKey.close(), perAddress.close()]);
    },
  };
}
