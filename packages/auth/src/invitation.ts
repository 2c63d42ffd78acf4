import {
  type AccountTransaction,
  accountTransaction,
  hashLinkToken,
  type OpenInvitation,
} from '@parley/db';
import { DomainError } from '@parley/domain';
import type { AuthDeps, AuthRequest } from './auth-deps.ts';
import type { SignedInUser } from './find-person.ts';
import { brokenLink } from './links.ts';
import { lockAccount } from './lock-account.ts';
import { hashNewPassword, requireName } from './new-password.ts';
import { recordAccountEvent } from './record-account-event.ts';
import { type NewPerson, newUserId } from './sign-up.ts';

/**
 * The invitation of a link, and whether its email has an account; null if the link does not work.
 * @throws DomainError service_unavailable
 */
export async function findInvitation(
  { database: { users } }: Pick<AuthDeps, 'database'>,
  token: string,
): Promise<(OpenInvitation & { readonly hasAccount: boolean }) | null> {
  const invitation = await users.findInvitation(hashLinkToken(token));
  if (!invitation) return null;
  const account = await users.accounts.findByEmail(invitation.email);
  return { ...invitation, hasAccount: account !== null };
}

/**
 * Accepts an invitation as a signed-in user, whose browser acts for the new merchant from now on.
 * @throws DomainError not_found when the link does not work, insufficient_scope for another email,
 *   authentication_required if the session ended
 */
export function acceptInvitation(
  { database }: AuthDeps,
  token: string,
  user: SignedInUser,
  request: AuthRequest,
): Promise<void> {
  const { userId, email, name, sessionId } = user;
  return accountTransaction(database, async (tx) => {
    const invitation = await takeInvitation(tx, token);
    await lockAccount(tx, user);
    if (invitation.email !== email) {
      throw new DomainError(
        'insufficient_scope',
        `This invitation is for ${invitation.email}. Sign in with that email.`,
      );
    }
    await join(tx, request, invitation, { userId, name });
    await tx.browserSessions.selectMerchant(sessionId, invitation.merchantId);
  });
}

/**
 * Creates the account of an invited person, who joins the merchant. The link proves the email.
 * @returns the email
 * @throws DomainError invalid_request, not_found when the link does not work, insufficient_scope when
 *   the email has an account
 */
export async function joinAsNewUser(
  deps: Pick<AuthDeps, 'database' | 'isBreachedPassword'>,
  input: NewPerson,
  request: AuthRequest,
): Promise<string> {
  const name = requireName('name', input.name);
  // Anyone can send this: only a link that works is worth the time of a hash.
  const open = await findInvitation(deps, input.token);
  if (open === null) throw brokenLink();
  const names = [open.email, name, open.merchantName];
  const passwordHash = await hashNewPassword(deps, input.password, names);
  const id = newUserId();
  return accountTransaction(deps.database, async (tx) => {
    const invitation = await takeInvitation(tx, input.token);
    const { email } = invitation;
    if (!(await tx.accounts.insert({ id, email, name, passwordHash }))) {
      throw new DomainError(
        'insufficient_scope',
        `${email} already has an account. Sign in with it first.`,
      );
    }
    await join(tx, request, invitation, { userId: id, name });
    return email;
  });
}

/** Locks the team of an invitation and reads the invitation again, which may be canceled meanwhile. */
async function takeInvitation(tx: AccountTransaction, token: string): Promise<OpenInvitation> {
  const tokenHash = hashLinkToken(token);
  const found = await tx.findInvitation(tokenHash);
  if (!found) throw brokenLink();
  await tx.team(found.merchantId).lock('update');
  const invitation = await tx.findInvitation(tokenHash);
  if (!invitation) throw brokenLink();
  return invitation;
}

async function join(
  tx: AccountTransaction,
  request: AuthRequest,
  { id, email, role, merchantId }: OpenInvitation,
  { userId, name }: { readonly userId: string; readonly name: string },
): Promise<void> {
  const team = tx.team(merchantId);
  await team.closeInvitation(id, 'accepted');
  const members = await team.listMembers();
  if (members.some((member) => member.userId === userId)) return;
  await team.addMember(userId, role);
  const object = { type: 'member', id: userId } as const;
  const details = { name, email, role, invitation_id: id };
  const event = { action: 'member.joined', userId, object, details };
  await recordAccountEvent(tx, request, event, [merchantId]);
}
