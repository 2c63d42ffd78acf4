import { randomBytes } from 'node:crypto';
import { accountTransaction } from '@parley/db';
import { DomainError } from '@parley/domain';
import { recoveryCodeUsedMail, secondFactorOffMail, secondFactorOnMail } from '@parley/mail';
import { countAttempt } from './attempts.ts';
import { createSessionToken } from './auth.ts';
import type { AuthDeps, AuthRequest } from './auth-deps.ts';
import { deviceCookie } from './device-cookie.ts';
import { findPendingSession, type SignedInUser } from './find-person.ts';
import { hasOnlyPasskeys, lockAccount, requireStrongestFactor } from './lock-account.ts';
import {
  hashRecoveryCode,
  type Proof,
  useCode,
  useTotpCode,
  withProof,
  wrongCode,
} from './proof.ts';
import { recordAccountEvent } from './record-account-event.ts';
import { renewAuthentication, sendSessionToken } from './session-token.ts';
import { createTotpSecret, totpUri } from './totp.ts';

type User = Omit<SignedInUser, 'name'>;

const RECOVERY_CODES = 10;

export interface SecondFactorStatus {
  readonly isOn: boolean;
  /** How many are left. */
  readonly recoveryCodes: number;
  /** Whether a passkey must confirm the session before it changes the factors of the account. */
  readonly needsPasskey: boolean;
}

/** Whether a user has a second factor, and what a session of theirs needs to change it. */
export function findSecondFactor(
  { database }: AuthDeps,
  { userId, sessionId }: Pick<User, 'userId' | 'sessionId'>,
): Promise<SecondFactorStatus> {
  return accountTransaction(database, async (tx) => ({
    isOn: (await tx.secondFactors.find(userId))?.isConfirmed ?? false,
    recoveryCodes: await tx.secondFactors.countRecoveryCodes(userId),
    needsPasskey:
      (await hasOnlyPasskeys(tx, userId)) &&
      !(await tx.browserSessions.isPasskeySession(sessionId)),
  }));
}

/**
 * Creates the secret of an authenticator app. It is not required until a code of it is confirmed.
 * @throws DomainError rate_limited; invalid_request for a wrong password or if a second factor is on;
 *   insufficient_scope if a passkey must have signed this browser in
 */
export async function startSecondFactor(
  deps: AuthDeps,
  user: User,
  input: { readonly password: string },
  request: AuthRequest,
): Promise<{ readonly secret: string; readonly uri: string }> {
  const secret = createTotpSecret();
  await withProof(deps, user, input, request, async (tx, account) => {
    await requireStrongestFactor(tx, user.userId, account);
    if (!(await tx.secondFactors.start(user.userId, secret))) {
      throw new DomainError('invalid_request', 'A second factor is on. Turn it off first.');
    }
  });
  return { secret, uri: totpUri(secret, user.email) };
}

/**
 * Requires the authenticator app from now on, signs the user out of all other browsers and sends them a
 * email.
 * @returns recovery codes, which cannot be read again
 * @throws DomainError rate_limited; invalid_request for a wrong code; authentication_required if the
 *   session ended; insufficient_scope if a passkey must have signed it in
 */
export async function confirmSecondFactor(
  deps: AuthDeps,
  user: User,
  input: { readonly code: string },
  request: AuthRequest,
): Promise<readonly string[]> {
  const { userId, email, sessionId, selectedMerchantId: actingFor } = user;
  const attempt = await countAttempt(deps, 'account', email, request);
  const codes = createRecoveryCodes();
  const token = await accountTransaction(deps.database, async (tx) => {
    await requireStrongestFactor(tx, userId, await lockAccount(tx, user));
    const factor = await tx.secondFactors.find(userId);
    if (!factor || factor.isConfirmed) {
      throw new DomainError('invalid_request', 'The set-up is out of date. Start again.');
    }
    if (!(await useTotpCode(tx, factor, input.code))) throw wrongCode();
    if (!(await tx.secondFactors.confirm(factor.id, await tx.now()))) throw wrongCode();
    await tx.secondFactors.replaceRecoveryCodes(userId, codes.map(hashRecoveryCode));
    const renewed = await renewAuthentication(tx, sessionId);
    // They were signed in without it.
    await tx.browserSessions.end(userId, { except: sessionId });
    await recordAccountEvent(tx, request, {
      action: 'user.second_factor_enabled',
      userId,
      actingFor,
    });
    const mail = secondFactorOnMail({ url: `${deps.url}/forgot-password` });
    await tx.addMails(userId, [{ recipient: email, ...mail }]);
    return renewed;
  });
  await sendSessionToken(deps, request, token);
  await attempt.forget();
  return codes;
}

/**
 * Turns the second factor of a user off and sends them an email.
 * @throws DomainError rate_limited; invalid_request for a wrong password or code
 */
export async function disableSecondFactor(
  deps: AuthDeps,
  user: User,
  proof: Proof,
  request: AuthRequest,
): Promise<void> {
  const { userId, email, selectedMerchantId: actingFor } = user;
  await withProof(deps, user, proof, request, async (tx) => {
    await tx.secondFactors.delete(userId);
    await recordAccountEvent(tx, request, {
      action: 'user.second_factor_disabled',
      userId,
      actingFor,
    });
    const mail = secondFactorOffMail({ url: `${deps.url}/forgot-password` });
    await tx.addMails(userId, [{ recipient: email, ...mail }]);
  });
}

/**
 * Replaces the recovery codes of a user.
 * @returns the new ones, which cannot be read again
 * @throws DomainError rate_limited; invalid_request for a wrong password or code
 */
export async function replaceRecoveryCodes(
  deps: AuthDeps,
  user: User,
  proof: Proof,
  request: AuthRequest,
): Promise<readonly string[]> {
  const { userId, selectedMerchantId: actingFor } = user;
  const codes = createRecoveryCodes();
  await withProof(deps, user, proof, request, async (tx) => {
    await tx.secondFactors.replaceRecoveryCodes(userId, codes.map(hashRecoveryCode));
    await recordAccountEvent(tx, request, {
      action: 'user.recovery_codes_replaced',
      userId,
      actingFor,
    });
  });
  return codes;
}

/**
 * Completes a sign-in with a code of the authenticator app or a recovery code, and records it, or the
 * wrong code. The session gets a new token.
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
  // Someone may have set or seen the token of a sign-in that only the password began.
  const token = createSessionToken();
  const method = await accountTransaction(database, async (tx) => {
    const used = await useCode(tx, userId, input.code);
    if (used === null) {
      const details = { name, second_factor: 'wrong_code' };
      await recordAccountEvent(tx, request, {
        action: 'user.sign_in_failed',
        userId,
        isActor: false,
        isOfBrowser: true,
        details,
      });
      return null;
    }
    if (!(await tx.browserSessions.complete(sessionId, { token }))) {
      throw expiredSignIn();
    }
    await recordAccountEvent(tx, request, {
      action: 'user.signed_in',
      userId,
      details: { second_factor: used },
      isOfBrowser: true,
    });
    if (used === 'recovery_code') {
      const mail = recoveryCodeUsedMail({ url: `${deps.url}/forgot-password` });
      await tx.addMails(userId, [{ recipient: email, ...mail }]);
    }
    return used;
  });
  if (method === null) throw wrongCode();
  await attempt.forget();
  return [auth.sessionCookie(token), deviceCookie(auth, email)];
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

const expiredSignIn = () =>
  new DomainError(
    'authentication_required',
    'This sign-in has expired. Enter your password again.',
  );
