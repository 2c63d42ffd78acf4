import { accountTransaction, hashLinkToken } from '@parley/db';
import { passwordChangedMail, passwordResetMail } from '@parley/mail';
import { countAttempt } from './attempts.ts';
import type { AuthDeps, AuthRequest } from './auth-deps.ts';
import { deviceCookie } from './device-cookie.ts';
import { brokenLink, issueLink } from './links.ts';
import { hashNewPassword } from './new-password.ts';
import { recordAccountEvent } from './record-account-event.ts';
import { normalizeEmail } from './sign-in.ts';

/**
 * Sends a link that sets a new password, if the email has an account that is not disabled. The work happens after the
 * response, which is the same without one.
 * @throws DomainError rate_limited
 */
export async function requestPasswordReset(
  deps: AuthDeps,
  input: { readonly email: string },
  request: AuthRequest,
): Promise<void> {
  const email = normalizeEmail(input.email);
  await countAttempt(deps, 'mail', email, request);
  deps.afterResponse(() => sendResetMail(deps, email, request));
}

async function sendResetMail(
  { database, mailer, url }: AuthDeps,
  email: string,
  request: AuthRequest,
): Promise<void> {
  const user = await database.users.accounts.findByEmail(email);
  if (!user) return;
  const token = await accountTransaction(database, async (tx) => {
    const hash = await tx.accounts.lock(user.id);
    await recordAccountEvent(tx, request, {
      action: 'user.password_reset_requested',
      userId: user.id,
      isActor: false,
      details: { name: user.name },
    });
    // The account is disabled.
    if (hash === null) return null;
    return issueLink(tx, 'reset_password', user.id);
  });
  if (token === null) return;
  mailer.send(email, passwordResetMail({ url: `${url}/reset-password?token=${token}` }));
}

/**
 * Whether the link of a password reset works.
 * @throws DomainError service_unavailable
 */
export async function isPasswordResetOpen(deps: AuthDeps, token: string): Promise<boolean> {
  return (await findOwner(deps, token)) !== null;
}

/** The user of a link that works. */
async function findOwner({ database: { users } }: AuthDeps, token: string) {
  const userId = await users.links.find('reset_password', hashLinkToken(token));
  return userId === null ? null : users.accounts.find(userId);
}

/**
 * Sets the password of the user of a link, and signs them out everywhere.
 * @returns the value of a Set-Cookie response header: this device may sign in although others fail to
 * @throws DomainError invalid_request, not_found when the link does not work
 */
export async function resetPassword(
  deps: AuthDeps,
  input: { readonly token: string; readonly password: string },
  request: AuthRequest,
): Promise<string> {
  // Anyone can send this: only a link that works is worth the time of a hash.
  const owner = await findOwner(deps, input.token);
  if (!owner) throw brokenLink();
  const passwordHash = await hashNewPassword(deps, input.password, [owner.email]);
  const email = await accountTransaction(deps.database, async (tx) => {
    if ((await tx.accounts.lock(owner.id)) === null) throw brokenLink();
    const userId = await tx.links.take('reset_password', hashLinkToken(input.token));
    const user = userId === null ? null : await tx.accounts.find(userId);
    if (!user) throw brokenLink();
    await tx.accounts.setPassword(user.id, passwordHash);
    await tx.browserSessions.end(user.id);
    // Two links can exist if they were requested at the same time.
    await tx.links.delete('reset_password', user.id);
    await tx.links.deleteByUser('change_email', user.id);
    await recordAccountEvent(tx, request, { action: 'user.password_reset', userId: user.id });
    const mail = passwordChangedMail({ url: `${deps.url}/forgot-password` });
    await tx.addMails(user.id, [{ recipient: user.email, ...mail }]);
    return user.email;
  });
  return deviceCookie(deps.auth, email);
}
