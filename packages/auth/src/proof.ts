import { createHash } from 'node:crypto';
import { type AccountTransaction, accountTransaction } from '@parley/db';
import { InvalidFieldError } from '@parley/domain';
import { countAttempt } from './attempts.ts';
import type { AuthDeps, AuthRequest } from './auth-deps.ts';
import type { SignedInUser } from './find-person.ts';
import { type LockedAccount, lockAccount } from './lock-account.ts';
import { verifyPassword } from './password-hash.ts';
import { renewAuthentication, sendSessionToken } from './session-token.ts';
import { findTotpStep } from './totp.ts';

/** What proves that a change of an account comes from its user. */
export interface Proof {
  readonly password: string;
  /** Needed if a second factor is on: a code of the authenticator app or a recovery code. */
  readonly code?: string;
}

/**
 * Runs a change that needs the password, and a code if a second factor is on, in a transaction. The session
 * gets a new token.
 * @param field the input field of the password, for errors
 * @param prepare runs between the check of the password and the transaction
 * @throws DomainError rate_limited; invalid_request for a wrong password or code; authentication_required
 *   if the session ended
 */
export async function withProof(
  deps: AuthDeps,
  user: Omit<SignedInUser, 'name' | 'selectedMerchantId'>,
  { password, code }: Proof,
  request: AuthRequest,
  change: (tx: AccountTransaction, account: LockedAccount) => Promise<void>,
  { field = 'password', prepare }: { field?: string; prepare?: () => Promise<void> } = {},
): Promise<void> {
  const { userId, email, sessionId } = user;
  const wrong = new InvalidFieldError(field, 'is wrong.');
  const attempt = await countAttempt(deps, 'account', email, request);
  const hash = await checkPassword(deps, userId, password);
  if (hash === null) throw wrong;
  await prepare?.();
  const token = await accountTransaction(deps.database, async (tx) => {
    const account = await lockAccount(tx, user);
    // Another request may have changed the password since it was checked.
    if (account.passwordHash !== hash) throw wrong;
    await requireCode(tx, userId, code);
    await change(tx, account);
    return renewAuthentication(tx, sessionId);
  });
  await sendSessionToken(deps, request, token);
  await attempt.forget();
}

/**
 * Uses up a code, which is needed if a second factor is on.
 * @throws DomainError invalid_request for a wrong or missing one
 */
async function requireCode(
  tx: AccountTransaction,
  userId: string,
  code: string | undefined,
): Promise<void> {
  if (code !== undefined && (await useCode(tx, userId, code)) === null) throw wrongCode();
  if (code === undefined && (await tx.secondFactors.find(userId))?.isConfirmed) {
    throw new InvalidFieldError('code', 'is required, because a second factor is on.');
  }
}

/** The hash that a password matches, which the transaction compares with the stored one; null if it is wrong. */
export async function checkPassword(
  { database }: Pick<AuthDeps, 'database'>,
  userId: string,
  password: string,
): Promise<string | null> {
  const hash = await database.users.accounts.findPasswordHash(userId);
  return hash !== null && (await verifyPassword({ hash, password })) ? hash : null;
}

/** Uses up a code: each works once, even if two requests bring it at the same time. */
export async function useCode(
  tx: AccountTransaction,
  userId: string,
  input: string,
): Promise<'authenticator_app' | 'recovery_code' | null> {
  const factor = await tx.secondFactors.find(userId);
  if (!factor?.isConfirmed) return null;
  if (await useTotpCode(tx, factor, input)) return 'authenticator_app';
  const used = await tx.secondFactors.useRecoveryCode(userId, hashRecoveryCode(input));
  return used ? 'recovery_code' : null;
}

export async function useTotpCode(
  tx: AccountTransaction,
  { id, secret }: { readonly id: string; readonly secret: string },
  input: string,
): Promise<boolean> {
  const step = findTotpStep(secret, input.replaceAll(/\s/g, ''), await tx.now());
  return step !== null && tx.secondFactors.useStep(id, step);
}

export const hashRecoveryCode = (code: string): string =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^0-9a-f]/g, ''))
    .digest('hex');

export const wrongCode = () =>
  new InvalidFieldError('code', 'is incorrect or was already used. Enter a newer one.');
