import { type AccountTransaction, accountTransaction, type BrowserSession } from '@parley/db';
import { passwordChangedMail } from '@parley/mail';
import type { AuthDeps, AuthRequest } from './auth-deps.ts';
import type { SignedInUser } from './find-person.ts';
import { lockAccount } from './lock-account.ts';
import { hashNewPassword, requireName } from './new-password.ts';
import { type Proof, withProof } from './proof.ts';
import { recordAccountEvent } from './record-account-event.ts';

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
  input: Pick<Proof, 'code'> & { readonly currentPassword: string; readonly password: string },
  request: AuthRequest,
): Promise<void> {
  const { userId, email, sessionId, selectedMerchantId: actingFor } = user;
  const proof = { ...input, password: input.currentPassword };
  let passwordHash = '';
  const prepare = async () => {
    passwordHash = await hashNewPassword(deps, input.password, [email]);
  };
  const change = async (tx: AccountTransaction) => {
    await tx.accounts.setPassword(userId, passwordHash);
    await tx.browserSessions.end(userId, { except: sessionId });
    await tx.links.delete('reset_password', userId);
    await tx.links.deleteByUser('change_email', userId);
    await recordAccountEvent(tx, request, { action: 'user.password_changed', userId, actingFor });
    const mail = passwordChangedMail({ url: `${deps.url}/forgot-password` });
    await tx.addMails(userId, [{ recipient: email, ...mail }]);
  };
  await withProof(deps, user, proof, request, change, { field: 'current_password', prepare });
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
