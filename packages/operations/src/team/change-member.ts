import type { ChangeRoleInput, MemberInput } from '@parley/contract';
import type { MemberRecord } from '@parley/db';
import { DomainError } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { changeTeam, requireMayAssign, type TeamChange } from './team-change.ts';

/**
 * Changes the role of a member. Their pending invitations are canceled, unless they become an owner.
 * @throws DomainError not_found, insufficient_scope if someone other than an owner makes or changes an
 *   owner, invalid_request for the last owner
 */
export function changeMemberRole(
  deps: Deps,
  caller: Caller,
  { user_id, role }: ChangeRoleInput,
): Promise<{ user_id: string }> {
  return changeTeam(deps, caller, async (change) => {
    const member = requireMember(change, user_id);
    requireMayAssign(change.actor, member.role, role);
    if (member.role === role) return { user_id };
    requireOtherOwner(change, member);
    await change.tx.team.setRole(user_id, role);
    if (role !== 'owner') await cancelInvitations(change, user_id);
    await change.audit({ type: 'member', id: user_id }, 'role_changed', {
      name: member.name,
      role: { from: member.role, to: role },
    });
    return { user_id };
  });
}

/**
 * Removes a member and cancels their pending invitations. The next request of the removed person for
 * this merchant is refused.
 * @throws DomainError not_found, insufficient_scope if someone other than an owner removes an owner,
 *   invalid_request for the last owner
 */
export function removeMember(
  deps: Deps,
  caller: Caller,
  { user_id }: MemberInput,
): Promise<{ user_id: string }> {
  return changeTeam(deps, caller, async (change) => {
    const member = requireMember(change, user_id);
    requireMayAssign(change.actor, member.role);
    return remove(change, member, 'removed');
  });
}

/**
 * Removes the caller from the team and cancels their pending invitations.
 * @throws DomainError invalid_request for the last owner
 */
export function leaveTeam(deps: Deps, caller: Caller): Promise<{ user_id: string }> {
  return changeTeam(deps, caller, (change) =>
    remove(change, requireMember(change, caller.actor.id), 'left'),
  );
}

async function remove(change: TeamChange, member: MemberRecord, action: 'removed' | 'left') {
  requireOtherOwner(change, member);
  const { userId, name, email, role } = member;
  await change.tx.team.removeMember(userId);
  await change.tx.savedViews.deleteAllByUser(userId);
  await change.tx.notifications.deleteAllByUser(userId);
  await cancelInvitations(change, userId);
  await change.audit({ type: 'member', id: userId }, action, { name, email, role });
  return { user_id: userId };
}

/** Without this, a person could come back through an invitation to another email of theirs. */
async function cancelInvitations({ tx, audit }: TeamChange, userId: string): Promise<void> {
  for (const { id, email, role, inviterId } of await tx.team.listInvitations()) {
    if (inviterId !== userId) continue;
    await tx.team.closeInvitation(id, 'canceled');
    await audit({ type: 'invitation', id }, 'canceled', { email, role });
  }
}

function requireMember({ members }: TeamChange, userId: string | null): MemberRecord {
  const found = members.find((member) => member.userId === userId);
  if (found) return found;
  throw new DomainError('not_found', 'This person is not a member of the team. Reload the team.');
}

/** @throws DomainError invalid_request if a change of this member would leave the team without an owner */
function requireOtherOwner({ members }: TeamChange, { userId, role }: MemberRecord): void {
  const hasOtherOwner = members.some(
    (member) => member.role === 'owner' && !member.isDisabled && member.userId !== userId,
  );
  if (role !== 'owner' || hasOtherOwner) return;
  throw new DomainError(
    'invalid_request',
    'This is the last owner of the team. Make another member an owner first.',
  );
}
