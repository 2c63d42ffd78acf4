import type { RateLimit } from '@parley/db';
import { createRateLimiter, type Deps } from '@parley/operations';

export interface RateLimitSettings {
  /** Of a secret key, wherever it is used. */
  readonly perKey: RateLimit;
  /** Of a publishable key from one address. */
  readonly perAddress: RateLimit;
}

export interface RateLimits {
  /** @throws DomainError rate_limited */
  admit(key: string, address: string): Promise<void>;
  close(): Promise<void>;
}

/** The allowances of callers, shared with every other process on the same database. */
export function createRateLimits(deps: Deps, settings: RateLimitSettings): RateLimits {
  const perKey = createRateLimiter(deps.database, settings.perKey);
  const perAddress = createRateLimiter(deps.database, settings.perAddress);
  return {
    admit: (key, address) =>
      key.startsWith('pk_') ? perAddress.admit({ key, address }) : perKey.admit({ key }),
    close: async () => {
      await Promise.all([perKey.close(), perAddress.close()]);
    },
  };
}
