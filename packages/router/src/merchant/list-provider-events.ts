import { listProviderEventsInput, listProviderEventsOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const listProviderEvents = merchantProcedure
  .meta({
    scope: 'acquisition_attempts:read',
    errors: [],
    extension: true,
    openapi: {
      method: 'GET',
      path: '/provider_events',
      tags: ['Provider events'],
      summary: 'List events of the provider that wait',
      description: 'Those that could not be applied, or match nothing yet, newest first.',
    },
  })
  .input(listProviderEventsInput)
  .output(listProviderEventsOutput)
  .query(({ ctx, input }) => operations.listProviderEvents(ctx.deps, ctx.caller, input));
