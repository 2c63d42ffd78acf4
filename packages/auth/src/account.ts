import { accountTransaction, type BrowserSession } from '@parley/db';
import { InvalidFieldError } from '@parley/domain';
import { passwordChangedMail } from '@parley/mail';
import { countAttempt } from './attempts.ts';
import type { AuthDeps, AuthRequest } from './auth-deps.ts';
import type { SignedInUser } from './find-person.ts';
import { lockAccount } from './lock-account.ts';
import { hashNewPassword, requireName } from './new-password.ts';
import { checkPassword, requireCode } from './proof.ts';
import { recordAccountEvent } from './record-account-event.ts';
import { renewAuthentication, sendSessionToken } from './session-token.ts';

type User = Omit<SignedInUser, 'name'>;

/**
 * Changes the name of a user.
 * @throws DomainError invalid_request; authentication_required if the session ended
 */
export async function renameUser({ database }: AuthDeps, user: User, name: string): Promise<void> {
  const newName = requireName('name', name);
  await accountTransaction(database, async (tx) => {
    await lockAccount(tx, user);
    await tx.accounts.rename(user.userId, newName);
  });
}

/**
 * Changes the password of a user, signs them out of all other browsers and sends them an email.
 * @throws DomainError rate_limited; invalid_request for a wrong current password or code, or an invalid
 *   new password; authentication_required if the session ended
 */
export async function changePassword(
  deps: AuthDeps,
  user: User,
  input: {
    readonly currentPassword: string;
    readonly password: string;
    /** Needed if a second factor is on. */
    readonly code?: string;
  },
  request: AuthRequest,
): Promise<void> {
  const { userId, email, sessionId, selectedMerchantId: actingFor } = user;
  const attempt = await countAttempt(deps, 'account', email, request);
  const wrong = new InvalidFieldError('current_password', 'is wrong.');
  const hash = await checkPassword(deps, userId, input.currentPassword);
  if (hash === null) throw wrong;
  const passwordHash = await hashNewPassword(deps, input.password, [email]);
  const token = await accountTransaction(deps.database, async (tx) => {
    await lockAccount(tx, user);
    await requireCode(tx, userId, input.code);
    // Another request may have changed the password since it was checked.
    if (!(await tx.accounts.setPassword(userId, passwordHash, hash))) throw wrong;
    await tx.browserSessions.end(userId, { except: sessionId });
    const renewed = await renewAuthentication(tx, sessionId);
    await tx.links.delete('reset_password', userId);
    await tx.links.deleteByUser('change_email', userId);
    await recordAccountEvent(tx, request, { action: 'user.password_changed', userId, actingFor });
    const mail = passwordChangedMail({ url: `${deps.url}/forgot-password` });
    await tx.addMails(userId, [{ recipient: email, ...mail }]);
    return renewed;
  });
  await sendSessionToken(deps, request, token);
  await attempt.forget();
}

/** The browsers in which a user is signed in, newest first. */
export function listSessions({ database }: AuthDeps, { userId }: User): Promise<BrowserSession[]> {
  return database.users.browserSessions.list(userId);
}

/**
 * Signs a user out of one other browser, or of all others.
 * @param only the id of the session to end
 * @throws DomainError authentication_required if the session of the request ended
 */
export function endSessions(
  { database }: AuthDeps,
  user: User,
  request: AuthRequest,
  only?: string,
): Promise<void> {
  const { userId, sessionId, selectedMerchantId: actingFor } = user;
  return accountTransaction(database, async (tx) => {
    await lockAccount(tx, user);
    const filter = only === undefined ? { except: sessionId } : { only };
    const sessions = await tx.browserSessions.end(userId, filter);
    if (sessions === 0) return;
    await recordAccountEvent(tx, request, {
      action: 'user.sessions_ended',
      userId,
      actingFor,
      isOfBrowser: true,
      details: { sessions },
    });
  });
}
