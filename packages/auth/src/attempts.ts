import { type Database, type SignInLimit, signInLimitKey, signInLimitRepository } from '@parley/db';
import { createRateLimitError, getNetwork } from '@parley/domain';
import type { AuthDeps, AuthRequest } from './auth-deps.ts';
import { findDevice } from './device-cookie.ts';

/**
 * Attempts without a delay, and the longest delay. `account`: passwords and codes tried for one account.
 * `mail`: emails that anyone can send to one address. `own` counts those of one device or network, `all`
 * those of all networks from which the account was not used before.
 */
const LIMITS = {
  account: { own: { burst: 5, slowestSeconds: 900 }, all: { burst: 20, slowestSeconds: 60 } },
  mail: { own: { burst: 3, slowestSeconds: 900 }, all: { burst: 6, slowestSeconds: 900 } },
};
/** Attempts of both kinds from one network, which several people may share. */
const NETWORK_LIMIT = { burst: 60, slowestSeconds: 10 };
/** Challenges for passkeys that one network receives. The sign-in page requests one when it opens. */
const CHALLENGE_LIMIT = { burst: 300, slowestSeconds: 1 };

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
  const network = networkName(address);
  const { own, all } = LIMITS[kind];
  const limits: [SignInLimit, ...SignInLimit[]] =
    device === null
      ? [
          { key: signInLimitKey(kind, email, 'network', network), ...own },
          { key: signInLimitKey(kind, email), ...all },
        ]
      : [{ key: signInLimitKey(kind, email, 'device', device), ...own }];
  if (device === null && address !== undefined) {
    limits.push({ key: signInLimitKey('network', network), ...NETWORK_LIMIT });
  }
  await count(database, limits);
  const [key = '', ...sharedKeys] = limits.map((limit) => limit.key);
  return { forget: () => signInLimitRepository(database).reset(key, sharedKeys) };
}

/**
 * Counts a challenge for a passkey, which anyone can request.
 * @throws DomainError rate_limited
 */
export async function countChallenge(
  { database }: Pick<AuthDeps, 'database'>,
  { address }: Pick<AuthRequest, 'address'>,
): Promise<void> {
  await count(database, [
    { key: signInLimitKey('challenge', networkName(address)), ...CHALLENGE_LIMIT },
  ]);
}

async function count(database: Database, limits: readonly SignInLimit[]): Promise<void> {
  const retryAfterSeconds = await signInLimitRepository(database).count(limits);
  if (retryAfterSeconds > 0) throw createRateLimitError('Too many attempts.', retryAfterSeconds);
}

const networkName = (address: string | undefined): string =>
  address === undefined ? 'unknown' : getNetwork(address);
