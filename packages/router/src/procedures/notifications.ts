import { notificationSettings } from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure } from '../procedure.ts';

/** The emails that a member gets about items that need attention. */
export const notifications = {
  get: procedure
    .meta({ permission: 'view' })
    .output(notificationSettings)
    .query(({ ctx }) => operations.getNotificationSettings(ctx.deps, ctx.caller)),
  save: procedure
    .meta({ permission: 'view' })
    .input(notificationSettings)
    .output(notificationSettings)
    .mutation(({ ctx, input }) => operations.saveNotificationSettings(ctx.deps, ctx.caller, input)),
};
