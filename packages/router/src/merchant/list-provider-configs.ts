import { listProviderConfigsInput, listProviderConfigsOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const listProviderConfigs = merchantProcedure
  .meta({
    scope: 'provider_configs:read',
    errors: [],
    extension: true,
    openapi: {
      method: 'GET',
      path: '/provider_configs',
      tags: ['Provider configs'],
      summary: 'List provider configs',
      description: 'The accounts at the provider, newest first, retired ones too.',
    },
  })
  .input(listProviderConfigsInput)
  .output(listProviderConfigsOutput)
  .query(({ ctx, input }) => operations.listProviderConfigs(ctx.deps, ctx.caller, input));
