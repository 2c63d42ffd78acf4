import { accountTransaction } from '@parley/db';
import { DomainError } from '@parley/domain';
import { recoveryCodeUsedMail } from '@parley/mail';
import { countAttempt } from './attempts.ts';
import type { AuthDeps, AuthRequest } from './auth-deps.ts';
import type { SignedInUser } from './find-person.ts';
import { isPasswordOf, useCode, wrongCode } from './proof.ts';
import { recordAccountEvent } from './record-account-event.ts';

/** How a person who is signed in proves again who they are: with the code, if a second factor is on. */
export type IdentityProof = { readonly password: string } | { readonly code: string };

/**
 * Records that the person in a browser is the one who signed in. For ten minutes, that browser may do
 * what needs a recent proof. An attempt counts as one to sign in, and its outcome is recorded.
 * @throws DomainError rate_limited; invalid_request for a wrong password or code;
 *   authentication_required if the browser was signed out
 */
export async function reauthenticate(
  deps: AuthDeps,
  { userId, name, email, sessionId, selectedMerchantId: actingFor }: SignedInUser,
  proof: IdentityProof,
  request: AuthRequest,
): Promise<void> {
  const attempt = await countAttempt(deps, 'account', email, request);
  const isPassword = 'password' in proof && (await isPasswordOf(deps, userId, proof.password));
  const method = await accountTransaction(deps.database, async (tx) => {
    const hasSecondFactor = (await tx.secondFactors.find(userId))?.isConfirmed ?? false;
    if (hasSecondFactor === 'password' in proof) {
      throw new DomainError(
        'invalid_request',
        'Your second factor was turned on or off meanwhile. Reload the page.',
      );
    }
    const passwordMethod = isPassword ? 'password' : null;
    const used = 'code' in proof ? await useCode(tx, userId, proof.code) : passwordMethod;
    const details = { name, ...(used && { method: used }) };
    const event = { userId, actingFor, isOfBrowser: true, details };
    if (used === null) {
      const action = 'user.reauthentication_failed';
      await recordAccountEvent(tx, request, { ...event, action, isActor: false });
      return null;
    }
    if (!(await tx.accounts.renewAuthentication(sessionId))) {
      throw new DomainError('authentication_required', 'Sign in first.');
    }
    await recordAccountEvent(tx, request, { ...event, action: 'user.reauthenticated' });
    return used;
  });
  if (method === null) {
    throw 'code' in proof ? wrongCode() : new DomainError('invalid_request', 'password is wrong.');
  }
  await attempt.forget();
  if (method === 'recovery_code') {
    deps.mailer.send(email, recoveryCodeUsedMail({ url: `${deps.url}/forgot-password` }));
  }
}
