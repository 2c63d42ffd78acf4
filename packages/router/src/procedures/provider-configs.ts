import * as contract from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure, run } from '../procedure.ts';

export const providerConfigs = {
  list: procedure
    .meta({
      scope: 'provider_configs:read',
      permission: 'view',
      extension: true,
      openapi: {
        operationId: 'listProviderConfigs',
        method: 'GET',
        path: '/provider_configs',
        summary: 'List provider configs',
        description: 'Returns the provider configs, newest first, including retired ones.',
      },
    })
    .input(contract.listProviderConfigsInput)
    .output(contract.listProviderConfigsOutput)
    .query(run(operations.listProviderConfigs)),
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
        summary: 'Create a provider config',
        description:
          'Stores the keys of an account at the provider after the provider has accepted them. Then create a webhook endpoint for event_url, and activate the config. The key needs the scope provider_configs:write, which has to be selected when the key is created.',
      },
    })
    .input(contract.createProviderConfigInput)
    .output(contract.providerConfigOutput)
    .mutation(run(operations.createProviderConfig)),
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
        summary: 'Replace keys of a provider config',
        description:
          'Replaces keys that were rolled at the provider. They must belong to the same account. The key of the request needs the scope provider_configs:write, which has to be selected when the key is created.',
      },
    })
    .input(contract.updateProviderConfigInput)
    .output(contract.providerConfigOutput)
    .mutation(run(operations.updateProviderConfig)),
  activate: procedure
    .meta({
      scope: 'provider_configs:write',
      permission: 'manage_provider_configs',
      recentAuthentication: 'always',
      extension: true,
      openapi: {
        operationId: 'activateProviderConfig',
        method: 'POST',
        path: '/provider_configs/{id}/activate',
        summary: 'Activate a provider config',
        description:
          'Makes new attempts use this config, so that its account receives their payments. The previously active config still serves the attempts that were reserved with it, and can be activated again. The key needs the scope provider_configs:write, which has to be selected when the key is created.',
      },
    })
    .input(contract.providerConfigInput)
    .output(contract.providerConfigOutput)
    .mutation(run(operations.activateProviderConfig)),
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
        summary: 'Create a webhook endpoint at the provider',
        description:
          'Creates a webhook endpoint for event_url at the provider and stores its signing secret. Only while webhook_secret is not set. If the provider refuses, the message has its error code and what to do. Endpoints that an earlier request created for this config but could not store are deleted. The key needs the scope provider_configs:write, which has to be selected when the key is created.',
      },
    })
    .input(contract.providerConfigInput)
    .output(contract.providerConfigOutput)
    .mutation(run(operations.createProviderWebhookEndpoint)),
  /** Ends the use of a config for new attempts. For people only: keys activate another config instead. */
  retire: procedure
    .meta({ permission: 'manage_provider_configs', recentAuthentication: 'always' })
    .input(contract.providerConfigInput)
    .output(contract.providerConfigOutput)
    .mutation(run(operations.retireProviderConfig)),
};
