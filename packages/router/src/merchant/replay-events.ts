import { replayInput, replayOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const replayEvents = merchantProcedure
  .meta({
    scope: 'webhook_endpoints:write',
    errors: ['endpoint_archived'],
    extension: true,
    openapi: {
      method: 'POST',
      path: '/webhook_endpoints/{webhook_endpoint_id}/replay',
      tags: ['Webhook endpoints'],
      summary: 'Replay events',
      description:
        'Sends an endpoint the events of a range of time that it subscribes to: those it has missed, or all. A call puts up to 1,000 on their way; next_cursor goes on from there.',
    },
  })
  .input(replayInput)
  .output(replayOutput)
  .mutation(({ ctx, input }) => operations.replayEvents(ctx.deps, ctx.caller, input));
