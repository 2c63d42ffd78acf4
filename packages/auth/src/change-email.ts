import { accountTransaction, hashLinkToken } from '@parley/db';
import { InvalidFieldError } from '@parley/domain';
import {
  emailChangedMail,
  emailChangeMail,
  emailChangeRequestedMail,
  emailTakenMail,
} from '@parley/mail';
import { countAttempt } from './attempts.ts';
import type { AuthDeps, AuthRequest } from './auth-deps.ts';
import { deviceCookie } from './device-cookie.ts';
import type { SignedInUser } from './find-person.ts';
import { brokenLink, issueLink } from './links.ts';
import { lockAccount } from './lock-account.ts';
import { type Proof, withProof } from './proof.ts';
import { recordAccountEvent } from './record-account-event.ts';
import { normalizeEmail } from './sign-in.ts';

/**
 * Sends a link to a new email, which the user then signs in with, and an email to the current one. The
 * response does not reveal whether the new email has an account.
 * @throws DomainError rate_limited; invalid_request for a wrong password or code, or the current email
 */
export async function requestEmailChange(
  deps: AuthDeps,
  user: SignedInUser,
  input: Proof & { readonly email: string },
  request: AuthRequest,
): Promise<void> {
  const { userId, selectedMerchantId: actingFor } = user;
  const email = normalizeEmail(input.email);
  if (email === user.email) {
    throw new InvalidFieldError('email', 'is already your sign-in email. Enter another one.');
  }
  await withProof(deps, user, input, request, async (tx) => {
    await recordAccountEvent(tx, request, {
      action: 'user.email_change_requested',
      userId,
      actingFor,
    });
  });
  await countAttempt(deps, 'mail', email, request);
  deps.afterResponse(() => sendLink(deps, user, email));
}

async function sendLink(
  { database, mailer, url }: AuthDeps,
  user: SignedInUser,
  email: string,
): Promise<void> {
  const reset = { email, url: `${url}/forgot-password` };
  if (await database.users.accounts.findByEmail(email)) {
    mailer.send(email, emailTakenMail());
    return;
  }
  const token = await accountTransaction(database, async (tx) => {
    await tx.links.deleteByUser('change_email', user.userId);
    await tx.addMails(user.userId, [{ recipient: user.email, ...emailChangeRequestedMail(reset) }]);
    return issueLink(tx, 'change_email', `${user.userId} ${email}`);
  });
  mailer.send(email, emailChangeMail({ url: `${url}/change-email?token=${token}` }));
}

/**
 * The email that a link confirms for the signed-in user; null if the link does not work for them. Someone
 * who receives it because of a typing error cannot take over the account.
 * @throws DomainError service_unavailable
 */
export async function findEmailChange(
  { database }: AuthDeps,
  { userId }: Pick<SignedInUser, 'userId'>,
  token: string,
): Promise<string | null> {
  const subject = await database.users.links.find('change_email', hashLinkToken(token));
  return subject === null ? null : getEmail(subject, userId);
}

/**
 * Makes the email of a link the one with which the signed-in user signs in, and sends an email to the
 * former one. Links of password resets that were sent there stop working, and the user is signed out of
 * all other browsers.
 * @returns the value of a Set-Cookie response header: this device may sign in although others fail to
 * @throws DomainError not_found when the link does not work for this user; invalid_request when another
 *   account got the email meanwhile; authentication_required if the session ended
 */
export async function confirmEmailChange(
  deps: AuthDeps,
  signedIn: SignedInUser,
  token: string,
  request: AuthRequest,
): Promise<string> {
  const { userId, sessionId, selectedMerchantId: actingFor } = signedIn;
  const to = await accountTransaction(deps.database, async (tx) => {
    await lockAccount(tx, signedIn);
    const subject = await tx.links.take('change_email', hashLinkToken(token));
    const email = subject === null ? null : getEmail(subject, userId);
    const user = await tx.accounts.find(userId);
    if (email === null || !user || !(await tx.accounts.setEmail(userId, email))) throw brokenLink();
    await tx.links.delete('reset_password', userId);
    await tx.browserSessions.end(userId, { except: sessionId });
    const details = { email: { from: user.email, to: email } };
    const event = { action: 'user.email_changed', userId, actingFor, details };
    await recordAccountEvent(tx, request, event);
    const mail = emailChangedMail({ email });
    await tx.addMails(userId, [{ recipient: user.email, ...mail }]);
    return email;
  });
  return deviceCookie(deps.auth, to);
}

/** The email of the subject of a link; null if the link is another user's. */
function getEmail(subject: string, userId: string): string | null {
  const [owner, email] = subject.split(' ');
  return owner === userId && email !== undefined ? email : null;
}
