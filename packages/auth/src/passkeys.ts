import { accountTransaction, type PasskeyDetails, passkeyChallengeRepository } from '@parley/db';
import { DomainError, requireBelowLimit } from '@parley/domain';
import { passkeyAddedMail, passkeyRemovedMail } from '@parley/mail';
import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { AuthDeps, AuthRequest } from './auth-deps.ts';
import type { SignedInUser } from './find-person.ts';
import { type LockedAccount, lockAccount, requireStrongestFactor } from './lock-account.ts';
import { requireName } from './new-password.ts';
import { recordAccountEvent } from './record-account-event.ts';
import {
  CHALLENGE_SECONDS,
  expectedResponse,
  relyingParty,
  verifyResponse,
} from './relying-party.ts';

/** EdDSA, ES256 and RS256, which Node.js verifies in every version. */
const ALGORITHMS = [-8, -7, -257];

/** The passkeys of a user, oldest first. */
export function listPasskeys(
  { database }: Pick<AuthDeps, 'database'>,
  { userId }: Pick<SignedInUser, 'userId'>,
): Promise<PasskeyDetails[]> {
  return database.users.passkeys.list(userId);
}

/**
 * Begins the registration of a passkey in a browser session, which has ten minutes to finish it.
 * @returns the options for `navigator.credentials.create()`
 * @throws DomainError reauthentication_required; insufficient_scope if a passkey must have signed it in;
 *   limit_reached
 */
export async function startPasskeyRegistration(
  deps: AuthDeps,
  user: SignedInUser,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { userId, name, email, sessionId } = user;
  const credentials = await accountTransaction(deps.database, async (tx) => {
    const account = await lockAccount(tx, user);
    requireRecentProof(account);
    await requireStrongestFactor(tx, userId, account);
    return tx.passkeys.listCredentials(userId);
  });
  requireBelowLimit('passkeys', credentials.length);
  const options = await generateRegistrationOptions({
    rpName: 'Parley',
    rpID: relyingParty(deps).rpID,
    userID: new TextEncoder().encode(userId),
    userName: email,
    userDisplayName: name,
    timeout: CHALLENGE_SECONDS * 1_000,
    excludeCredentials: credentials.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  const { save } = passkeyChallengeRepository(deps.database);
  await save(`registration:${sessionId}`, options.challenge, CHALLENGE_SECONDS);
  return options;
}

/**
 * Registers the passkey that an authenticator created, and sends the user an email. From now on the
 * session counts as signed in with it. The recent proof was required when the registration began.
 * @throws DomainError invalid_request for a response that does not belong to the registration;
 *   authentication_required if the session ended; insufficient_scope if a passkey must have signed it in;
 *   limit_reached
 */
export async function finishPasskeyRegistration(
  deps: AuthDeps,
  user: SignedInUser,
  input: { readonly name: string; readonly response: RegistrationResponseJSON },
  request: AuthRequest,
): Promise<void> {
  const { userId, email, sessionId, selectedMerchantId: actingFor } = user;
  const name = requireName('name', input.name);
  const verified = await verifyResponse(() =>
    verifyRegistrationResponse({
      ...expectedResponse(deps, `registration:${sessionId}`),
      response: input.response,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!verified?.verified) {
    throw new DomainError(
      'invalid_request',
      'The passkey could not be verified, or the registration has expired. Start again.',
    );
  }
  const { id: credentialId, publicKey, counter, transports } = verified.registrationInfo.credential;
  await accountTransaction(deps.database, async (tx) => {
    const account = await lockAccount(tx, user);
    await requireStrongestFactor(tx, userId, account);
    // Several registrations may have begun below the limit.
    requireBelowLimit('passkeys', (await tx.passkeys.listCredentials(userId)).length);
    const passkey = { userId, name, credentialId, publicKey, counter };
    const id = await tx.passkeys.insert({ ...passkey, transports: transports ?? [] });
    if (id === null) {
      throw new DomainError('invalid_request', 'This passkey is already registered.');
    }
    if (!account.isPasskeySession) await tx.browserSessions.setPasskey(sessionId, id);
    const details = { passkey: name };
    const event = { action: 'user.passkey_added', userId, actingFor, details };
    await recordAccountEvent(tx, request, event);
    const mail = passkeyAddedMail({ name, url: `${deps.url}/account` });
    await tx.addMails(userId, [{ recipient: email, ...mail }]);
  });
}

/**
 * Changes the name of a passkey.
 * @throws DomainError invalid_request; not_found; authentication_required if the session ended
 */
export async function renamePasskey(
  { database }: Pick<AuthDeps, 'database'>,
  user: Pick<SignedInUser, 'userId' | 'sessionId' | 'hasFormerToken'>,
  input: { readonly id: string; readonly name: string },
): Promise<void> {
  const name = requireName('name', input.name);
  await accountTransaction(database, async (tx) => {
    await lockAccount(tx, user);
    if (!(await tx.passkeys.rename(user.userId, input.id, name))) throw unknownPasskey();
  });
}

/**
 * Removes a passkey, signs the user out of all other browsers and sends them an email.
 * @throws DomainError reauthentication_required; not_found; insufficient_scope if a passkey must have
 *   signed this browser in
 */
export async function removePasskey(
  deps: AuthDeps,
  user: SignedInUser,
  id: string,
  request: AuthRequest,
): Promise<void> {
  const { userId, email, sessionId, selectedMerchantId: actingFor } = user;
  await accountTransaction(deps.database, async (tx) => {
    const account = await lockAccount(tx, user);
    requireRecentProof(account);
    await requireStrongestFactor(tx, userId, account);
    const removed = await tx.passkeys.delete(userId, id);
    if (removed === null) throw unknownPasskey();
    // Someone may have signed in with it.
    await tx.browserSessions.end(userId, { except: sessionId });
    const details = { passkey: removed };
    const event = { action: 'user.passkey_removed', userId, actingFor, details };
    await recordAccountEvent(tx, request, event);
    const mail = passkeyRemovedMail({ name: removed, url: `${deps.url}/account` });
    await tx.addMails(userId, [{ recipient: email, ...mail }]);
  });
}

function requireRecentProof({ isRecentlyAuthenticated }: LockedAccount): void {
  if (!isRecentlyAuthenticated) throw new DomainError('reauthentication_required');
}

const unknownPasskey = () =>
  new DomainError('not_found', 'You do not have this passkey. Reload the page.');
