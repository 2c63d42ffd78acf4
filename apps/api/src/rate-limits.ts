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
   * Consumes the requests of `calls` calls, or none; of one by default.
   * @throws DomainError rate_limited
   */
  consume(key: string, address: string, calls?: number): Promise<void>;
  close(): Promise<void>;
}

/** The rate limits of API keys, shared by all processes on the same database. */
export function createRateLimits(deps: Deps, settings: RateLimitSettings): RateLimits {
  const perKey = createRateLimiter(deps.database, settings.perKey);
  const perAddress = createRateLimiter(deps.database, settings.perAddress);
  return {
    consume: (key, address, calls) =>
      key.startsWith('pk_')
        ? perAddress.consume({ key, address }, calls)
        : perKey.consume({ key }, calls),
    close: async () => {
      await Promise.all([perKey.close(), perAddress.close()]);
    },
  };
}
