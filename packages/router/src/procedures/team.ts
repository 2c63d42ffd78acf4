import {
  changeRoleInput,
  invitationInput,
  invitationOutput,
  inviteMemberInput,
  memberInput,
  memberOutput,
  secondFactorRequirement,
  teamOutput,
} from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure } from '../procedure.ts';

/** The people of a merchant. API keys cannot change them. */
export const team = {
  list: procedure
    .meta({ permission: 'view' })
    .output(teamOutput)
    .query(({ ctx }) => operations.listTeam(ctx.deps, ctx.caller)),
  invite: procedure
    .meta({ permission: 'manage_team', recentAuthentication: 'always' })
    .input(inviteMemberInput)
    .output(invitationOutput)
    .mutation(({ ctx, input }) => operations.inviteMember(ctx.deps, ctx.caller, input)),
  resendInvitation: procedure
    .meta({ permission: 'manage_team', recentAuthentication: 'always' })
    .input(invitationInput)
    .output(invitationOutput)
    .mutation(({ ctx, input }) => operations.resendInvitation(ctx.deps, ctx.caller, input)),
  cancelInvitation: procedure
    .meta({ permission: 'manage_team' })
    .input(invitationInput)
    .output(invitationOutput)
    .mutation(({ ctx, input }) => operations.cancelInvitation(ctx.deps, ctx.caller, input)),
  changeRole: procedure
    .meta({ permission: 'manage_team', recentAuthentication: 'always' })
    .input(changeRoleInput)
    .output(memberOutput)
    .mutation(({ ctx, input }) => operations.changeMemberRole(ctx.deps, ctx.caller, input)),
  remove: procedure
    .meta({ permission: 'manage_team', recentAuthentication: 'always' })
    .input(memberInput)
    .output(memberOutput)
    .mutation(({ ctx, input }) => operations.removeMember(ctx.deps, ctx.caller, input)),
  requireSecondFactor: procedure
    .meta({ permission: 'manage_team', recentAuthentication: 'always' })
    .input(secondFactorRequirement)
    .output(secondFactorRequirement)
    .mutation(({ ctx, input }) => operations.requireSecondFactor(ctx.deps, ctx.caller, input)),
  leave: procedure
    .meta({ permission: 'view' })
    .output(memberOutput)
    .mutation(({ ctx }) => operations.leaveTeam(ctx.deps, ctx.caller)),
};
