import { retryProviderEventInput, retryProviderEventOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const retryProviderEvent = merchantProcedure
  .meta({
    scope: 'acquisition_attempts:write',
    errors: [],
    extension: true,
    openapi: {
      method: 'POST',
      path: '/provider_events/{id}/retry',
      tags: ['Provider events'],
      summary: 'Try an event of the provider again',
      description: 'Puts a failed or parked event back into the queue.',
    },
  })
  .input(retryProviderEventInput)
  .output(retryProviderEventOutput)
  .mutation(({ ctx, input }) => operations.retryProviderEvent(ctx.deps, ctx.caller, input));
