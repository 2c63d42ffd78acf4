import { providerConfigOutput, updateProviderConfigInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const updateProviderConfig = merchantProcedure
  .meta({
    scope: 'provider_configs:write',
    errors: ['provider_error'],
    extension: true,
    openapi: {
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
  .mutation(({ ctx, input }) => operations.updateProviderConfig(ctx.deps, ctx.caller, input));
