import { createHash, randomBytes } from 'node:crypto';
import { type AccountTransaction, accountRepository, accountTransaction } from '@parley/db';
import { DomainError } from '@parley/domain';
import { recoveryCodeUsedMail, secondFactorOffMail, secondFactorOnMail } from '@parley/mail';
import { verifyPassword } from 'better-auth/crypto';
import { countAttempt } from './attempts.ts';
import { SESSION_SECONDS } from './auth.ts';
import type { AuthDeps, AuthRequest } from './auth-deps.ts';
import { deviceCookie } from './device-cookie.ts';
import { findPendingSession, type SignedInUser } from './find-person.ts';
import { recordAccountEvent } from './record-account-event.ts';
import { createTotpSecret, findTotpStep, totpUri } from './totp.ts';

type User = Pick<SignedInUser, 'userId' | 'email' | 'sessionId'>;

const RECOVERY_CODES = 10;

/** Whether a user has a second factor, and how many recovery codes are left. */
export function findSecondFactor(
  { database }: AuthDeps,
  { userId }: Pick<User, 'userId'>,
): Promise<{ readonly isOn: boolean; readonly recoveryCodes: number }> {
  return accountTransaction(database, async ({ secondFactors }) => ({
    isOn: (await secondFactors.find(userId))?.isConfirmed ?? false,
    recoveryCodes: await secondFactors.countRecoveryCodes(userId),
  }));
}

/**
 * Creates the secret of an authenticator app. It is not required until a code of it is confirmed.
 * @throws DomainError rate_limited; invalid_request for a wrong password or if a second factor is on
 */
export async function startSecondFactor(
  deps: AuthDeps,
  { userId, email }: User,
  input: { readonly password: string },
  request: AuthRequest,
): Promise<{ readonly secret: string; readonly uri: string }> {
  const secret = createTotpSecret();
  await withProof(deps, { userId, email }, input, request, async ({ secondFactors }) => {
    if (!(await secondFactors.start(userId, secret))) {
      throw new DomainError('invalid_request', 'A second factor is on. Turn it off first.');
    }
  });
  return { secret, uri: totpUri(secret, email) };
}

/**
 * Requires the authenticator app from now on, signs the user out of all other browsers and sends them a
 * message.
 * @returns recovery codes, which cannot be read again
 * @throws DomainError rate_limited; invalid_request for a wrong code
 */
export async function confirmSecondFactor(
  deps: AuthDeps,
  { userId, email, sessionId }: User,
  input: { readonly code: string },
  request: AuthRequest,
): Promise<readonly string[]> {
  const attempt = await countAttempt(deps, 'account', email, request);
  const codes = createRecoveryCodes();
  await accountTransaction(deps.database, async (tx) => {
    const factor = await tx.secondFactors.find(userId);
    if (!factor || factor.isConfirmed) {
      throw new DomainError('invalid_request', 'The set-up is out of date. Start again.');
    }
    if (!(await useTotpCode(tx, factor, input.code))) throw wrongCode();
    if (!(await tx.secondFactors.confirm(factor.id, await tx.now()))) throw wrongCode();
    await tx.secondFactors.replaceRecoveryCodes(userId, codes.map(hashRecoveryCode));
    // They were signed in without it.
    await tx.accounts.endSessions(userId, { except: sessionId });
    await recordAccountEvent(tx, request, { action: 'user.second_factor_enabled', userId });
  });
  await attempt.forget();
  deps.mailer.send(email, secondFactorOnMail({ url: `${deps.url}/forgot-password` }));
  return codes;
}

interface Proof {
  readonly password: string;
  readonly code: string;
}

/**
 * Turns the second factor of a user off and sends them a message.
 * @throws DomainError rate_limited; invalid_request for a wrong password or code
 */
export async function disableSecondFactor(
  deps: AuthDeps,
  { userId, email }: User,
  proof: Proof,
  request: AuthRequest,
): Promise<void> {
  await withProof(deps, { userId, email }, proof, request, async (tx) => {
    await tx.secondFactors.delete(userId);
    await recordAccountEvent(tx, request, { action: 'user.second_factor_disabled', userId });
  });
  deps.mailer.send(email, secondFactorOffMail({ url: `${deps.url}/forgot-password` }));
}

/**
 * Replaces the recovery codes of a user.
 * @returns the new ones, which cannot be read again
 * @throws DomainError rate_limited; invalid_request for a wrong password or code
 */
export async function replaceRecoveryCodes(
  deps: AuthDeps,
  { userId, email }: User,
  proof: Proof,
  request: AuthRequest,
): Promise<readonly string[]> {
  const codes = createRecoveryCodes();
  await withProof(deps, { userId, email }, proof, request, async (tx) => {
    await tx.secondFactors.replaceRecoveryCodes(userId, codes.map(hashRecoveryCode));
    await recordAccountEvent(tx, request, { action: 'user.recovery_codes_replaced', userId });
  });
  return codes;
}

/**
 * Completes a sign-in with a code of the authenticator app or a recovery code, and records it, or the
 * wrong code.
 * @returns the values of the Set-Cookie response headers
 * @throws DomainError rate_limited; authentication_required without a sign-in that waits for a code;
 *   invalid_request for a wrong code
 */
export async function signInWithCode(
  deps: AuthDeps,
  input: { readonly code: string },
  request: AuthRequest,
): Promise<string[]> {
  const { auth, database } = deps;
  const user = await findPendingSession(auth, request.headers);
  if (!user) throw expiredSignIn();
  const { userId, email, sessionId, name } = user;
  const attempt = await countAttempt(deps, 'account', email, request);
  const method = await accountTransaction(database, async (tx) => {
    const used = await useCode(tx, userId, input.code);
    if (used === null) {
      const details = { name, second_factor: 'wrong_code' };
      const event = { action: 'user.sign_in_failed', userId, isActor: false, details };
      await recordAccountEvent(tx, request, event);
      return null;
    }
    if (!(await tx.accounts.completeSession(sessionId, SESSION_SECONDS))) throw expiredSignIn();
    const details = { second_factor: used };
    await recordAccountEvent(tx, request, { action: 'user.signed_in', userId, details });
    return used;
  });
  if (method === null) throw wrongCode();
  await attempt.forget();
  if (method === 'recovery_code') {
    deps.mailer.send(email, recoveryCodeUsedMail({ url: `${deps.url}/forgot-password` }));
  }
  return [deviceCookie(auth, email)];
}

/** Runs a change that needs the password, and a code if a second factor is on, in a transaction. */
async function withProof(
  deps: AuthDeps,
  { userId, email }: Pick<User, 'userId' | 'email'>,
  { password, code }: { readonly password: string; readonly code?: string },
  request: AuthRequest,
  change: (tx: AccountTransaction) => Promise<void>,
): Promise<void> {
  const attempt = await countAttempt(deps, 'account', email, request);
  const hash = await accountRepository(deps.database.client).findPasswordHash(userId);
  if (hash === null || !(await verifyPassword({ hash, password }))) {
    throw new DomainError('invalid_request', 'password is wrong.');
  }
  await accountTransaction(deps.database, async (tx) => {
    if (code !== undefined && (await useCode(tx, userId, code)) === null) throw wrongCode();
    await change(tx);
  });
  await attempt.forget();
}

/** Uses up a code: each works once, also if two requests bring it at the same time. */
async function useCode(
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

async function useTotpCode(
  tx: AccountTransaction,
  { id, secret }: { readonly id: string; readonly secret: string },
  input: string,
): Promise<boolean> {
  const step = findTotpStep(secret, input.replaceAll(/\s/g, ''), await tx.now());
  return step !== null && tx.secondFactors.useStep(id, step);
}

/**
 * Ten codes of 128 bits, such as 3af9-2a0c-…, of which only hashes are stored. A fast hash is enough for
 * so many bits.
 */
function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    (randomBytes(16).toString('hex').match(/.{4}/g) ?? []).join('-'),
  );
}

const hashRecoveryCode = (code: string): string =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^0-9a-f]/g, ''))
    .digest('hex');

const wrongCode = () =>
  new DomainError('invalid_request', 'code is wrong or was used before. Enter a newer one.');

const expiredSignIn = () =>
  new DomainError(
    'authentication_required',
    'This sign-in has expired. Enter your password again.',
  );
