import { listEventsInput, listEventsOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const listEvents = merchantProcedure
  .meta({
    scope: 'events:read',
    errors: [],
    extension: true,
    openapi: {
      method: 'GET',
      path: '/events',
      tags: ['Events'],
      summary: 'List events',
      description: 'The events, newest first, whether an endpoint was told of them or not.',
    },
  })
  .input(listEventsInput)
  .output(listEventsOutput)
  .query(({ ctx, input }) => operations.listEvents(ctx.deps, ctx.caller, input));
