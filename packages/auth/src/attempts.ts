import { type AttemptLimit, attemptLimitKey, attemptLimitRepository } from '@parley/db';
import { createRateLimitError, networkOf } from '@parley/domain';
import type { AuthDeps, AuthRequest } from './auth-deps.ts';
import { findDevice } from './device-cookie.ts';

/**
 * Attempts without a delay, and the longest delay. `account`: passwords and codes tried for one account.
 * `mail`: messages that anyone can send to one email. `own` counts those of one device or network, `all`
 * those of all networks from which the account was not used before.
 */
const LIMITS = {
  account: { own: { burst: 5, slowestSeconds: 900 }, all: { burst: 20, slowestSeconds: 60 } },
  mail: { own: { burst: 3, slowestSeconds: 900 }, all: { burst: 6, slowestSeconds: 900 } },
};
/** Attempts of both kinds from one network, which several people may share. */
const NETWORK_LIMIT = { burst: 60, slowestSeconds: 10 };

/** An attempt that was counted. */
export interface CountedAttempt {
  /** Takes the attempt back, after a correct password or code. */
  readonly forget: () => Promise<void>;
}

/**
 * Counts an attempt, whether or not the email has an account. A device that has signed in to the account
 * has a limit of its own, so that the attempts of others cannot keep its user out.
 * @throws DomainError rate_limited
 */
export async function countAttempt(
  { auth, database }: Pick<AuthDeps, 'auth' | 'database'>,
  kind: keyof typeof LIMITS,
  email: string,
  { headers, address }: Pick<AuthRequest, 'headers' | 'address'>,
): Promise<CountedAttempt> {
  const device = findDevice(auth, headers, email);
  const network = address === undefined ? 'unknown' : networkOf(address);
  const { own, all } = LIMITS[kind];
  const limits: [AttemptLimit, ...AttemptLimit[]] =
    device === null
      ? [
          { key: attemptLimitKey(kind, email, 'network', network), ...own },
          { key: attemptLimitKey(kind, email), ...all },
        ]
      : [{ key: attemptLimitKey(kind, email, 'device', device), ...own }];
  if (device === null && address !== undefined) {
    limits.push({ key: attemptLimitKey('network', network), ...NETWORK_LIMIT });
  }
  const repository = attemptLimitRepository(database);
  const retryAfterSeconds = await repository.count(limits);
  if (retryAfterSeconds > 0) throw createRateLimitError('Too many attempts.', retryAfterSeconds);
  const [first, ...others] = limits.map(({ key }) => key);
  return { forget: () => repository.forget(first ?? '', others) };
}
