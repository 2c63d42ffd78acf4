import {
  type AccountTransaction,
  accountTransaction,
  passkeyChallengeRepository,
} from '@parley/db';
import { DomainError } from '@parley/domain';
import { recoveryCodeUsedMail } from '@parley/mail';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { countAttempt, countChallenge } from './attempts.ts';
import type { AuthDeps, AuthRequest } from './auth-deps.ts';
import type { SignedInUser } from './find-person.ts';
import { type LockedAccount, lockAccount } from './lock-account.ts';
import { checkPassword, useCode, wrongCode } from './proof.ts';
import { recordAccountEvent } from './record-account-event.ts';
import { CHALLENGE_SECONDS, getUserHandle, relyingParty, verifyPasskey } from './relying-party.ts';
import { renewAuthentication, sendSessionToken } from './session-token.ts';

/**
 * How a person who is signed in proves again who they are: with a passkey, or with the code if a second
 * factor is on, and the password otherwise.
 */
export type IdentityProof =
  | { readonly password: string }
  | { readonly code: string }
  | { readonly passkey: AuthenticationResponseJSON };

/**
 * Begins a proof with one of the passkeys of the person in a browser.
 * @returns the options for `navigator.credentials.get()`
 * @throws DomainError rate_limited; invalid_request for a person without passkeys
 */
export async function startPasskeyProof(
  deps: AuthDeps,
  { userId, sessionId }: Pick<SignedInUser, 'userId' | 'sessionId'>,
  request: AuthRequest,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  await countChallenge(deps, request);
  const credentials = await deps.database.users.passkeys.listCredentials(userId);
  if (credentials.length === 0) {
    throw new DomainError('invalid_request', 'You no longer have a passkey. Reload the page.');
  }
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(deps).rpID,
    timeout: CHALLENGE_SECONDS * 1_000,
    userVerification: 'required',
    allowCredentials: credentials.map(({ credentialId: id, transports }) => ({ id, transports })),
  });
  const { save } = passkeyChallengeRepository(deps.database);
  await save(`reauthentication:${sessionId}`, options.challenge, CHALLENGE_SECONDS);
  return options;
}

/**
 * Records that the person in a browser is the one who signed in. For ten minutes, that browser may do
 * what needs a recent proof, and its session gets a new token. After a passkey it counts as signed in with
 * it. An attempt counts as one to sign in, and its outcome is recorded.
 * @throws DomainError rate_limited; invalid_request for a proof that is refused; authentication_required
 *   if the browser was signed out
 */
export async function reauthenticate(
  deps: AuthDeps,
  user: SignedInUser,
  proof: IdentityProof,
  request: AuthRequest,
): Promise<void> {
  const { userId, name, email, sessionId, selectedMerchantId: actingFor } = user;
  const attempt = await countAttempt(deps, 'account', email, request);
  const use = await verify(deps, user, proof);
  const token = await accountTransaction(deps.database, async (tx) => {
    const used = await use(tx, await lockAccount(tx, user));
    const details = { name, ...(used && { method: used }) };
    const event = { userId, actingFor, isOfBrowser: true, details };
    if (used === null) {
      const action = 'user.reauthentication_failed';
      await recordAccountEvent(tx, request, { ...event, action, isActor: false });
      return null;
    }
    const renewed = await renewAuthentication(tx, sessionId);
    await recordAccountEvent(tx, request, { ...event, action: 'user.reauthenticated' });
    if (used === 'recovery_code') {
      const mail = recoveryCodeUsedMail({ url: `${deps.url}/forgot-password` });
      await tx.addMails(userId, [{ recipient: email, ...mail }]);
    }
    return renewed;
  });
  if (token === null) throw getRefusal(proof);
  await sendSessionToken(deps, request, token);
  await attempt.forget();
}

type Method = 'password' | 'authenticator_app' | 'recovery_code' | 'passkey';

/** Checks what needs no transaction. The returned function uses the proof up; null if it is refused. */
async function verify(
  deps: AuthDeps,
  user: SignedInUser,
  proof: IdentityProof,
): Promise<(tx: AccountTransaction, account: LockedAccount) => Promise<Method | null>> {
  const { userId, sessionId } = user;
  if ('passkey' in proof) {
    const verified = await verifyOwnPasskey(deps, user, proof.passkey);
    return async (tx, { isPasskeySession }) => {
      // It may have been removed since, or used by another request.
      if (!verified || !(await tx.passkeys.recordUse(verified.id, verified.counter))) return null;
      if (!isPasskeySession) await tx.browserSessions.setPasskey(sessionId, verified.id);
      return 'passkey';
    };
  }
  const hash = 'password' in proof ? await checkPassword(deps, userId, proof.password) : null;
  return async (tx, { passwordHash }) => {
    const hasSecondFactor = (await tx.secondFactors.find(userId))?.isConfirmed ?? false;
    if (hasSecondFactor === 'password' in proof) {
      throw new DomainError(
        'invalid_request',
        'Your second factor was turned on or off in the meantime. Reload the page.',
      );
    }
    if ('code' in proof) return useCode(tx, userId, proof.code);
    // Another request may have changed the password since it was checked.
    return hash !== null && hash === passwordHash ? 'password' : null;
  };
}

async function verifyOwnPasskey(
  deps: AuthDeps,
  { userId, sessionId }: SignedInUser,
  response: AuthenticationResponseJSON,
): Promise<{ readonly id: string; readonly counter: number } | null> {
  const passkey = await deps.database.users.passkeys.find(response.id);
  // The page named the passkeys, so an authenticator may leave the user out.
  const named = getUserHandle(response) || userId;
  if (passkey?.userId !== userId || named !== userId) return null;
  const counter = await verifyPasskey(deps, `reauthentication:${sessionId}`, passkey, response);
  return counter === null ? null : { id: passkey.id, counter };
}

function getRefusal(proof: IdentityProof): DomainError {
  if ('code' in proof) return wrongCode();
  return new DomainError(
    'invalid_request',
    'passkey' in proof
      ? 'This passkey was not accepted. Try again, or confirm in another way.'
      : 'password is wrong.',
  );
}
