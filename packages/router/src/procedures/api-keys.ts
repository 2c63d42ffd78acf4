import {
  apiKeyInput,
  apiKeyOutput,
  createApiKeyInput,
  listApiKeysInput,
  listApiKeysOutput,
  newApiKeyOutput,
  renameApiKeyInput,
  rollApiKeyInput,
} from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure } from '../procedure.ts';

/** API keys are managed by people only: a leaked key must not create others. */
export const apiKeys = {
  list: procedure
    .meta({ permission: 'view' })
    .input(listApiKeysInput)
    .output(listApiKeysOutput)
    .query(({ ctx, input }) => operations.listApiKeys(ctx.deps, ctx.caller, input)),
  create: procedure
    .meta({ permission: 'manage_keys', recentAuthentication: 'always' })
    .input(createApiKeyInput)
    .output(newApiKeyOutput)
    .mutation(({ ctx, input }) => operations.createApiKey(ctx.deps, ctx.caller, input)),
  roll: procedure
    .meta({ permission: 'manage_keys', recentAuthentication: 'always' })
    .input(rollApiKeyInput)
    .output(newApiKeyOutput)
    .mutation(({ ctx, input }) => operations.rollApiKey(ctx.deps, ctx.caller, input)),
  revoke: procedure
    .meta({ permission: 'manage_keys', recentAuthentication: 'always' })
    .input(apiKeyInput)
    .output(apiKeyOutput)
    .mutation(({ ctx, input }) => operations.revokeApiKey(ctx.deps, ctx.caller, input)),
  rename: procedure
    .meta({ permission: 'manage_keys' })
    .input(renameApiKeyInput)
    .output(apiKeyOutput)
    .mutation(({ ctx, input }) => operations.renameApiKey(ctx.deps, ctx.caller, input)),
};
