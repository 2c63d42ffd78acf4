import {
  createProviderConfigInput,
  listProviderConfigsInput,
  listProviderConfigsOutput,
  providerConfigInput,
  providerConfigOutput,
  updateProviderConfigInput,
} from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure } from '../procedure.ts';

export const providerConfigs = {
  list: procedure
    .meta({
      scope: 'provider_configs:read',
      permission: 'view',
      errors: [],
      extension: true,
      openapi: {
        operationId: 'listProviderConfigs',
        method: 'GET',
        path: '/provider_configs',
        tags: ['Provider configs'],
        summary: 'List provider configs',
        description: 'The accounts at the provider, newest first, retired ones too.',
      },
    })
    .input(listProviderConfigsInput)
    .output(listProviderConfigsOutput)
    .query(({ ctx, input }) => operations.listProviderConfigs(ctx.deps, ctx.caller, input)),
  create: procedure
    .meta({
      scope: 'provider_configs:write',
      errors: ['provider_error'],
      extension: true,
      openapi: {
        operationId: 'createProviderConfig',
        method: 'POST',
        path: '/provider_configs',
        tags: ['Provider configs'],
        summary: 'Create a provider config',
        description:
          'Keeps the keys of an account at the provider, once the provider has said that they are good. Add an endpoint for event_url at the provider, set its signing secret, then activate.',
      },
    })
    .input(createProviderConfigInput)
    .output(providerConfigOutput)
    .mutation(({ ctx, input }) => operations.createProviderConfig(ctx.deps, ctx.caller, input)),
  update: procedure
    .meta({
      scope: 'provider_configs:write',
      errors: ['provider_error'],
      extension: true,
      openapi: {
        operationId: 'updateProviderConfig',
        method: 'PATCH',
        path: '/provider_configs/{id}',
        tags: ['Provider configs'],
        summary: 'Replace keys of a provider config',
        description:
          'For keys that were rolled at the provider. They must belong to the same account.',
      },
    })
    .input(updateProviderConfigInput)
    .output(providerConfigOutput)
    .mutation(({ ctx, input }) => operations.updateProviderConfig(ctx.deps, ctx.caller, input)),
  activate: procedure
    .meta({
      scope: 'provider_configs:write',
      errors: [],
      extension: true,
      openapi: {
        operationId: 'activateProviderConfig',
        method: 'POST',
        path: '/provider_configs/{id}/activate',
        tags: ['Provider configs'],
        summary: 'Activate a provider config',
        description:
          'New attempts use it from now on. The one before serves those it began to their end.',
      },
    })
    .input(providerConfigInput)
    .output(providerConfigOutput)
    .mutation(({ ctx, input }) => operations.activateProviderConfig(ctx.deps, ctx.caller, input)),
};
