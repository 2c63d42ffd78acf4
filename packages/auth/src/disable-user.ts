import { type AccountTransaction, accountTransaction, type Database } from '@parley/db';
import { DomainError, type MerchantId } from '@parley/domain';
import { recordAccountEvent } from './record-account-event.ts';
import { normalizeEmail } from './sign-in.ts';

export interface AccountChange {
  readonly email: string;
  /** Who does it, for the audit logs of the user's merchants. */
  readonly operator: string;
  /** Whether everything is checked and nothing is changed. */
  readonly isDryRun?: boolean;
}

/**
 * Disables the account of a user: they are signed out everywhere, cannot sign in, and the invitations that
 * they sent and links that they received stop working. Memberships, password and factors remain.
 * @param isForced whether a merchant may be left without an owner who can sign in
 * @returns what ended; null if the email has no account
 * @throws DomainError invalid_request for the last owner of a merchant
 */
export async function disableUser(
  database: Database,
  { email, operator, isDryRun = false, isForced }: AccountChange & { readonly isForced: boolean },
): Promise<{
  readonly userId: string;
  readonly isChanged: boolean;
  readonly sessions: number;
  readonly invitations: number;
} | null> {
  const user = await database.users.accounts.findByEmail(normalizeEmail(email));
  if (!user) return null;
  const { id: userId, name } = user;
  return accountTransaction(database, async (tx) => {
    // Every transaction locks teams before accounts.
    const merchants = (await tx.accounts.listMerchants(userId)).toSorted((one, other) =>
      one.id < other.id ? -1 : 1,
    );
    for (const { id } of merchants) await tx.team(id).lock('update');
    const isEnabled = (await tx.accounts.lock(userId)) !== null;
    const nothing = { userId, isChanged: false, sessions: 0, invitations: 0 };
    if (!isEnabled) return nothing;
    if (!isForced) await requireOtherOwners(tx, userId, user.email, merchants);
    if (isDryRun) return { ...nothing, isChanged: true };
    await tx.accounts.setDisabled(userId, true);
    const sessions = await tx.browserSessions.end(userId);
    await tx.links.delete('reset_password', userId);
    await tx.links.deleteByUser('change_email', userId);
    const event = { action: 'user.disabled', userId, operator, details: { name, sessions } };
    await recordAccountEvent(tx, { requestId: null }, event);
    let invitations = 0;
    for (const { id } of merchants)
      invitations += await cancelInvitations(tx, id, userId, operator);
    return { userId, isChanged: true, sessions, invitations };
  });
}

/**
 * Lets the user of a disabled account sign in again, as before.
 * @returns whether the account was disabled; null if the email has none
 */
export async function enableUser(
  database: Database,
  { email, operator, isDryRun = false }: AccountChange,
): Promise<{ readonly userId: string; readonly isChanged: boolean } | null> {
  const user = await database.users.accounts.findByEmail(normalizeEmail(email));
  if (!user) return null;
  const { id: userId, name, isDisabled } = user;
  if (isDryRun) return { userId, isChanged: isDisabled };
  return accountTransaction(database, async (tx) => {
    const isChanged = await tx.accounts.setDisabled(userId, false);
    const event = { action: 'user.enabled', userId, operator, details: { name } };
    if (isChanged) await recordAccountEvent(tx, { requestId: null }, event);
    return { userId, isChanged };
  });
}

/** @throws DomainError invalid_request, which names the merchants without another owner who can sign in */
async function requireOtherOwners(
  tx: AccountTransaction,
  userId: string,
  email: string,
  merchants: readonly { readonly id: MerchantId; readonly name: string }[],
): Promise<void> {
  const owned: string[] = [];
  for (const { id, name } of merchants) {
    const members = await tx.team(id).listMembers();
    const owners = members.filter(({ role, isDisabled }) => role === 'owner' && !isDisabled);
    const isOwner = owners.some((owner) => owner.userId === userId);
    if (isOwner && owners.length === 1) owned.push(`${name} (${id})`);
  }
  if (owned.length === 0) return;
  throw new DomainError(
    'invalid_request',
    `${email} is the last owner of ${owned.join(', ')}. Make another member an owner first, or add --force.`,
  );
}

/** Without this, a person could come back through an invitation to another email of theirs. */
async function cancelInvitations(
  tx: AccountTransaction,
  merchantId: MerchantId,
  userId: string,
  operator: string,
): Promise<number> {
  const team = tx.team(merchantId);
  const sent = (await team.listInvitations()).filter(({ inviterId }) => inviterId === userId);
  for (const { id, email, role } of sent) {
    await team.closeInvitation(id, 'canceled');
    const object = { type: 'invitation', id } as const;
    const details = { email, role };
    const event = { action: 'invitation.canceled', userId, operator, object, details };
    await recordAccountEvent(tx, { requestId: null }, event, [merchantId]);
  }
  return sent.length;
}
