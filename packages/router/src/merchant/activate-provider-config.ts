import { providerConfigInput, providerConfigOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const activateProviderConfig = merchantProcedure
  .meta({
    scope: 'provider_configs:write',
    errors: [],
    extension: true,
    openapi: {
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
  .mutation(({ ctx, input }) => operations.activateProviderConfig(ctx.deps, ctx.caller, input));
