import * as contract from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure, run } from '../procedure.ts';

/** API keys are managed by people only: a leaked key must not create others. */
export const apiKeys = {
  list: procedure
    .meta({ permission: 'view' })
    .input(contract.listApiKeysInput)
    .output(contract.listApiKeysOutput)
    .query(run(operations.listApiKeys)),
  create: procedure
    .meta({ permission: 'manage_keys', recentAuthentication: 'always' })
    .input(contract.createApiKeyInput)
    .output(contract.newApiKeyOutput)
    .mutation(run(operations.createApiKey)),
  roll: procedure
    .meta({ permission: 'manage_keys', recentAuthentication: 'always' })
    .input(contract.rollApiKeyInput)
    .output(contract.newApiKeyOutput)
    .mutation(run(operations.rollApiKey)),
  revoke: procedure
    .meta({ permission: 'manage_keys', recentAuthentication: 'always' })
    .input(contract.apiKeyInput)
    .output(contract.apiKeyOutput)
    .mutation(run(operations.revokeApiKey)),
  rename: procedure
    .meta({ permission: 'manage_keys' })
    .input(contract.renameApiKeyInput)
    .output(contract.apiKeyOutput)
    .mutation(run(operations.renameApiKey)),
};
