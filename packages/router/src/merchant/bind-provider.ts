import { bindProviderInput, bindProviderOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const bindProvider = merchantProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/proxy_sessions/{id}/provider_bindings',
      tags: ['Sessions'],
      summary: 'Bind a provider checkout session',
      description:
        'Reserves the attempt for a checkout session of the provider and attaches it, in one step.',
    },
  })
  .input(bindProviderInput)
  .output(bindProviderOutput)
  .mutation(({ ctx, input }) => operations.bindProvider(ctx.deps, ctx.caller, input));
