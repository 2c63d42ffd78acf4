import * as contract from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure, run } from '../procedure.ts';

/** The people of a merchant. API keys cannot change them. */
export const team = {
  list: procedure
    .meta({ permission: 'view' })
    .output(contract.teamOutput)
    .query(run(operations.listTeam)),
  invite: procedure
    .meta({ permission: 'manage_team', recentAuthentication: 'always' })
    .input(contract.inviteMemberInput)
    .output(contract.invitationOutput)
    .mutation(run(operations.inviteMember)),
  resendInvitation: procedure
    .meta({ permission: 'manage_team', recentAuthentication: 'always' })
    .input(contract.invitationInput)
    .output(contract.invitationOutput)
    .mutation(run(operations.resendInvitation)),
  cancelInvitation: procedure
    .meta({ permission: 'manage_team' })
    .input(contract.invitationInput)
    .output(contract.invitationOutput)
    .mutation(run(operations.cancelInvitation)),
  changeRole: procedure
    .meta({ permission: 'manage_team', recentAuthentication: 'always' })
    .input(contract.changeRoleInput)
    .output(contract.memberOutput)
    .mutation(run(operations.changeMemberRole)),
  remove: procedure
    .meta({ permission: 'manage_team', recentAuthentication: 'always' })
    .input(contract.memberInput)
    .output(contract.memberOutput)
    .mutation(run(operations.removeMember)),
  requireSecondFactor: procedure
    .meta({ permission: 'manage_team', recentAuthentication: 'always' })
    .input(contract.secondFactorRequirement)
    .output(contract.secondFactorRequirement)
    .mutation(run(operations.requireSecondFactor)),
  leave: procedure
    .meta({ permission: 'view' })
    .output(contract.memberOutput)
    .mutation(run(operations.leaveTeam)),
};
