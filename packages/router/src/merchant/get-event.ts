import { eventInput, eventOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const getEvent = merchantProcedure
  .meta({
    scope: 'events:read',
    errors: [],
    extension: true,
    openapi: {
      method: 'GET',
      path: '/events/{event_id}',
      tags: ['Events'],
      summary: 'Read an event',
      description: 'An event as it is posted to endpoints.',
    },
  })
  .input(eventInput)
  .output(eventOutput)
  .query(({ ctx, input }) => operations.getEvent(ctx.deps, ctx.caller, input));
