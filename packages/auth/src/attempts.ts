import { createHash } from 'node:crypto';
import { type AttemptLimit, attemptLimitRepository } from '@parley/db';
import { DomainError, networkOf } from '@parley/domain';
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
          { key: limitKey(kind, email, 'network', network), ...own },
          { key: limitKey(kind, email), ...all },
        ]
      : [{ key: limitKey(kind, email, 'device', device), ...own }];
  if (device === null && address !== undefined) {
    limits.push({ key: limitKey('network', network), ...NETWORK_LIMIT });
  }
  const repository = attemptLimitRepository(database);
  const retryAfterSeconds = await repository.count(limits);
  if (retryAfterSeconds > 0) {
    throw new DomainError(
      'rate_limited',
      `Too many attempts. Try again in ${describeDelay(retryAfterSeconds)}.`,
      { retryAfterSeconds },
    );
  }
  const [first, ...others] = limits.map(({ key }) => key);
  return { forget: () => repository.forget(first ?? '', others) };
}

function describeDelay(seconds: number): string {
  if (seconds === 1) return 'a second';
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

/** The key of a limit: a hash, so that it reveals no email or IP address. */
function limitKey(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
