import { createHash } from 'node:crypto';
import { type Database, signInRepository } from '@parley/db';
import { DomainError } from '@parley/domain';

const WINDOW_SECONDS = 300;
/**
 * Attempts per window. `account`: passwords tried for one account. `mail`: messages that anyone can send to
 * one email. `address`: both, from one IP address, which several people may share.
 */
const MAX_ATTEMPTS = { account: 10, mail: 3, address: 60 };
type Limit = keyof typeof MAX_ATTEMPTS;

/** The key under which attempts are counted: a hash, so that it reveals no email or IP address. */
function limitKey(limit: Limit, value: string): string {
  return createHash('sha256').update(`${limit}:${value.trim().toLowerCase()}`).digest('hex');
}

/**
 * Counts an attempt, whether or not the email has an account.
 * @param value the email
 * @param address the IP address of the request, if it is known
 * @throws DomainError rate_limited
 */
export async function countAttempt(
  database: Database,
  limit: 'account' | 'mail',
  value: string,
  address: string | undefined,
): Promise<void> {
  const isExceeded = async (kind: Limit, of: string) =>
    (await signInRepository(database).countAttempt(limitKey(kind, of), WINDOW_SECONDS)) >
    MAX_ATTEMPTS[kind];
  const exceeded = await Promise.all([
    isExceeded(limit, value),
    address !== undefined && isExceeded('address', address),
  ]);
  if (!exceeded.includes(true)) return;
  throw new DomainError('rate_limited', 'Too many attempts. Wait five minutes, then try again.', {
    retryAfterSeconds: WINDOW_SECONDS,
  });
}

/** Forgets the passwords tried for an account, after a correct one. */
export function clearAttempts(database: Database, email: string): Promise<void> {
  return signInRepository(database).clearAttempts(limitKey('account', email));
}
