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
        description: 'Returns the provider configs, newest first, including retired ones.',
      },
    })
    .input(listProviderConfigsInput)
    .output(listProviderConfigsOutput)
    .query(({ ctx, input }) => operations.listProviderConfigs(ctx.deps, ctx.caller, input)),
  create: procedure
    .meta({
      scope: 'provider_configs:write',
      permission: 'manage_provider_configs',
      recentAuthentication: 'always',
      errors: ['limit_reached', 'provider_error'],
      extension: true,
      openapi: {
        operationId: 'createProviderConfig',
        method: 'POST',
        path: '/provider_configs',
        tags: ['Provider configs'],
        summary: 'Create a provider config',
        description:
          'Stores the keys of an account at the provider after the provider has accepted them. Then create a webhook endpoint for event_url, and activate the config. The key needs the scope provider_configs:write, which has to be selected when the key is created.',
      },
    })
    .input(createProviderConfigInput)
    .output(providerConfigOutput)
    .mutation(({ ctx, input }) => operations.createProviderConfig(ctx.deps, ctx.caller, input)),
  update: procedure
    .meta({
      scope: 'provider_configs:write',
      permission: 'manage_provider_configs',
      recentAuthentication: 'always',
      errors: ['provider_error'],
      extension: true,
      openapi: {
        operationId: 'updateProviderConfig',
        method: 'PATCH',
        path: '/provider_configs/{id}',
        tags: ['Provider configs'],
        summary: 'Replace keys of a provider config',
        description:
          'Replaces keys that were rolled at the provider. They must belong to the same account. The key of the request needs the scope provider_configs:write, which has to be selected when the key is created.',
      },
    })
    .input(updateProviderConfigInput)
    .output(providerConfigOutput)
    .mutation(({ ctx, input }) => operations.updateProviderConfig(ctx.deps, ctx.caller, input)),
  activate: procedure
    .meta({
      scope: 'provider_configs:write',
      permission: 'manage_provider_configs',
      recentAuthentication: 'always',
      errors: [],
      extension: true,
      openapi: {
        operationId: 'activateProviderConfig',
        method: 'POST',
        path: '/provider_configs/{id}/activate',
        tags: ['Provider configs'],
        summary: 'Activate a provider config',
        description:
          'Makes new attempts use this config, so that its account receives their payments. The previously active config still serves the attempts that were reserved with it, and can be activated again. The key needs the scope provider_configs:write, which has to be selected when the key is created.',
      },
    })
    .input(providerConfigInput)
    .output(providerConfigOutput)
    .mutation(({ ctx, input }) => operations.activateProviderConfig(ctx.deps, ctx.caller, input)),
  createWebhookEndpoint: procedure
    .meta({
      scope: 'provider_configs:write',
      permission: 'manage_provider_configs',
      recentAuthentication: 'always',
      errors: ['provider_error'],
      extension: true,
      openapi: {
        operationId: 'createProviderWebhookEndpoint',
        method: 'POST',
        path: '/provider_configs/{id}/webhook_endpoint',
        tags: ['Provider configs'],
        summary: 'Create a webhook endpoint at the provider',
        description:
          'Creates a webhook endpoint for event_url at the provider and stores its signing secret. Only while webhook_secret is not set. If the provider refuses, the message has its error code and what to do. Endpoints that an earlier request created for this config but could not store are deleted. The key needs the scope provider_configs:write, which has to be selected when the key is created.',
      },
    })
    .input(providerConfigInput)
    .output(providerConfigOutput)
    .mutation(({ ctx, input }) =>
      operations.createProviderWebhookEndpoint(ctx.deps, ctx.caller, input),
    ),
  /** Ends the use of a config for new attempts. For people only: keys activate another config instead. */
  retire: procedure
    .meta({ permission: 'manage_provider_configs', recentAuthentication: 'always' })
    .input(providerConfigInput)
    .output(providerConfigOutput)
    .mutation(({ ctx, input }) => operations.retireProviderConfig(ctx.deps, ctx.caller, input)),
};
