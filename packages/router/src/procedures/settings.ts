import { merchantSettings, updateMerchantSettingsInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure } from '../procedure.ts';

/** The settings of a merchant, which both modes share. API keys cannot read or change them. */
export const settings = {
  get: procedure
    .meta({ permission: 'view' })
    .output(merchantSettings)
    .query(({ ctx }) => operations.getMerchantSettings(ctx.deps, ctx.caller)),
  update: procedure
    .meta({ permission: 'manage_settings', recentAuthentication: 'always' })
    .input(updateMerchantSettingsInput)
    .output(merchantSettings)
    .mutation(({ ctx, input }) => operations.updateMerchantSettings(ctx.deps, ctx.caller, input)),
};
