import type { AccountTransaction, LockedSession } from '@parley/db';
import { DomainError } from '@parley/domain';
import type { SignedInUser } from './find-person.ts';

/** An account whose changes wait for this transaction, and the session in which it is changed. */
export interface LockedAccount extends LockedSession {
  readonly passwordHash: string | null;
}

/**
 * Begins a change of an account: locks it and the session, which may have ended since the request was
 * authenticated.
 * @throws DomainError authentication_required if the session ended
 */
export async function lockAccount(
  { accounts, browserSessions }: Pick<AccountTransaction, 'accounts' | 'browserSessions'>,
  {
    userId,
    sessionId,
    hasFormerToken,
  }: Pick<SignedInUser, 'userId' | 'sessionId' | 'hasFormerToken'>,
): Promise<LockedAccount> {
  const passwordHash = await accounts.lock(userId);
  const session = await browserSessions.lock(userId, sessionId);
  if (!session) throw new DomainError('authentication_required', 'Sign in first.');
  const isRecentlyAuthenticated = session.isRecentlyAuthenticated && !hasFormerToken;
  return { ...session, isRecentlyAuthenticated, passwordHash };
}

/**
 * Checks that a session may change the factors of its user. If the only ones are passkeys, one of them
 * must have signed it in, or confirmed it since: the password alone would replace them otherwise.
 * @throws DomainError insufficient_scope
 */
export async function requireStrongestFactor(
  tx: AccountTransaction,
  userId: string,
  { isPasskeySession }: LockedSession,
): Promise<void> {
  if (isPasskeySession || !(await hasOnlyPasskeys(tx, userId))) return;
  throw new DomainError(
    'insufficient_scope',
    'You signed in with your password, but your account has a passkey. Confirm your identity with a passkey on the account page first. If you have lost all your passkeys, contact the operator of this service.',
  );
}

/** Whether the factors of a user, besides the password, are passkeys only. */
export async function hasOnlyPasskeys(
  tx: Pick<AccountTransaction, 'secondFactors' | 'passkeys'>,
  userId: string,
): Promise<boolean> {
  if ((await tx.secondFactors.find(userId))?.isConfirmed) return false;
  return (await tx.passkeys.listCredentials(userId)).length > 0;
}
