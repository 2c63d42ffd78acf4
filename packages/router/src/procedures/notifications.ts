import * as contract from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure, run } from '../procedure.ts';

/** The emails that a member gets about items that need attention. */
export const notifications = {
  get: procedure
    .meta({ permission: 'view' })
    .output(contract.notificationSettings)
    .query(run(operations.getNotificationSettings)),
  save: procedure
    .meta({ permission: 'view' })
    .input(contract.notificationSettings)
    .output(contract.notificationSettings)
    .mutation(run(operations.saveNotificationSettings)),
};
