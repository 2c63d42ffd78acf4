import { accountTransaction, passkeyChallengeRepository } from '@parley/db';
import { DomainError } from '@parley/domain';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { countAttempt, countChallenge } from './attempts.ts';
import type { AuthDeps, AuthRequest } from './auth-deps.ts';
import { deviceCookie } from './device-cookie.ts';
import { recordAccountEvent } from './record-account-event.ts';
import { CHALLENGE_SECONDS, getUserHandle, relyingParty, verifyPasskey } from './relying-party.ts';
import { recordFailedSignIn } from './sign-in.ts';

/**
 * Begins a sign-in with any passkey of this site. The response reveals nothing about accounts.
 * @returns the options for `navigator.credentials.get()`
 * @throws DomainError rate_limited
 */
export async function startPasskeySignIn(
  deps: AuthDeps,
  request: AuthRequest,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  await countChallenge(deps, request);
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(deps).rpID,
    timeout: CHALLENGE_SECONDS * 1_000,
    userVerification: 'required',
  });
  const { save } = passkeyChallengeRepository(deps.database);
  await save('sign_in', options.challenge, CHALLENGE_SECONDS);
  return options;
}

/**
 * Signs the user of a passkey in, and records it or the failure. The authenticator has verified its user,
 * so no second factor is needed. The former sign-in of the browser ends.
 * @returns the values of the Set-Cookie response headers
 * @throws DomainError rate_limited; authentication_required for a response that is refused
 */
export async function signInWithPasskey(
  deps: AuthDeps,
  response: AuthenticationResponseJSON,
  request: AuthRequest,
): Promise<string[]> {
  const { auth, database } = deps;
  const passkey = await database.users.passkeys.find(response.id);
  const attempt = await countAttempt(deps, 'account', passkey?.user.email ?? response.id, request);
  if (!passkey) throw refused();
  const { userId, user } = passkey;
  const verified = await verifyPasskey(deps, 'sign_in', passkey, response);
  const counter = getUserHandle(response) === userId ? verified : null;
  if (counter === null) {
    await recordFailedSignIn(deps, user.email, request);
    throw refused();
  }
  const former = await auth.findSession(request.headers);
  const created = await auth.createSession(userId, request);
  const isEnabled = await accountTransaction(database, async (tx) => {
    if ((await tx.accounts.lock(userId)) === null) return false;
    // The passkey may have been removed since, or used by another request.
    if (!(await tx.passkeys.recordUse(passkey.id, counter))) throw refused();
    if (!(await tx.browserSessions.complete(created.id, { passkeyId: passkey.id })))
      throw refused();
    // Its cookie is replaced, so no one could sign it out.
    if (former) await tx.browserSessions.end(former.user.userId, { only: former.user.sessionId });
    const details = { passkey: passkey.name };
    await recordAccountEvent(tx, request, {
      action: 'user.signed_in',
      userId,
      details,
      isOfBrowser: true,
    });
    return true;
  });
  if (!isEnabled) {
    await recordFailedSignIn(deps, user.email, request);
    throw refused();
  }
  await attempt.forget();
  return [created.setCookie, deviceCookie(auth, user.email)];
}

const refused = () =>
  new DomainError(
    'authentication_required',
    'This passkey was not accepted. Try again, or sign in with your password.',
  );
