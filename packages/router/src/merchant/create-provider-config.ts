import { createProviderConfigInput, providerConfigOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const createProviderConfig = merchantProcedure
  .meta({
    scope: 'provider_configs:write',
    errors: ['provider_error'],
    extension: true,
    openapi: {
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
  .mutation(({ ctx, input }) => operations.createProviderConfig(ctx.deps, ctx.caller, input));
