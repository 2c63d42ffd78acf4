import type { Team } from '@parley/contract';
import type { InvitationRecord, MemberRecord } from '@parley/db';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';

/** Lists the members of the caller's team and its pending invitations, oldest first. */
export async function listTeam(deps: Deps, caller: Caller): Promise<Team> {
  const { team } = deps.database.forScope(caller);
  const [members, invitations, now] = await Promise.all([
    team.listMembers(),
    team.listInvitations(),
    deps.database.now(),
  ]);
  return {
    members: members.map(memberView),
    invitations: invitations.map((invitation) => invitationView(invitation, now)),
  };
}

function memberView({ userId, name, email, role, joinedAt }: MemberRecord) {
  return { user_id: userId, name, email, role, joined_at: joinedAt.toISOString() };
}

function invitationView({ id, email, role, inviterId, expiresAt }: InvitationRecord, now: Date) {
  return {
    id,
    email,
    role,
    invited_by: inviterId,
    expires_at: expiresAt.toISOString(),
    expired: expiresAt <= now,
  };
}
