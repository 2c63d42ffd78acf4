import type { Team } from '@parley/contract';
import type { InvitationRecord, MemberRecord } from '@parley/db';
import { hasPassed, hasPermission } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';

/** Lists the members of the caller's team and its pending invitations, oldest first. */
export async function listTeam(deps: Deps, caller: Caller): Promise<Team> {
  const { team } = deps.database.forScope(caller);
  const [members, invitations, requiredAt, now] = await Promise.all([
    team.listMembers(),
    team.listInvitations(),
    team.findSecondFactorRequirement(),
    deps.database.now(),
  ]);
  const reader = members.find(({ userId }) => userId === caller.actor.id);
  const mayManage =
    reader !== undefined &&
    hasPermission(
      { role: reader.role, mode: caller.mode, isMerchantSuspended: false },
      'manage_team',
    );
  return {
    members: members.map((member) => memberView(member, mayManage)),
    second_factor_required: requiredAt !== null,
    invitations: invitations.map((invitation) => invitationView(invitation, now)),
  };
}

function memberView(member: MemberRecord, mayManage: boolean) {
  const { userId, name, email, role, joinedAt, isDisabled, hasSecondFactor } = member;
  return {
    user_id: userId,
    name,
    email,
    role,
    joined_at: joinedAt.toISOString(),
    is_disabled: isDisabled,
    has_second_factor: mayManage ? hasSecondFactor : null,
  };
}

function invitationView({ id, email, role, inviterId, expiresAt }: InvitationRecord, now: Date) {
  return {
    id,
    email,
    role,
    invited_by: inviterId,
    expires_at: expiresAt.toISOString(),
    expired: hasPassed(expiresAt, now),
  };
}
