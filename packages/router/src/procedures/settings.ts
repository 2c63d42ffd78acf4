import * as contract from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure, run } from '../procedure.ts';

/** The settings of a merchant, which both modes share. API keys cannot read or change them. */
export const settings = {
  get: procedure
    .meta({ permission: 'view' })
    .output(contract.merchantSettings)
    .query(run(operations.getMerchantSettings)),
  update: procedure
    .meta({ permission: 'manage_settings', recentAuthentication: 'always' })
    .input(contract.updateMerchantSettingsInput)
    .output(contract.merchantSettings)
    .mutation(run(operations.updateMerchantSettings)),
};
