import {
  eventInput,
  eventOutput,
  listEventsInput,
  listEventsOutput,
  replayInput,
  replayOutput,
} from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure } from '../procedure.ts';

export const events = {
  list: procedure
    .meta({
      scope: 'events:read',
      permission: 'view',
      errors: [],
      extension: true,
      openapi: {
        operationId: 'listEvents',
        method: 'GET',
        path: '/events',
        tags: ['Events'],
        summary: 'List events',
        description: 'The events, newest first, whether an endpoint was told of them or not.',
      },
    })
    .input(listEventsInput)
    .output(listEventsOutput)
    .query(({ ctx, input }) => operations.listEvents(ctx.deps, ctx.caller, input)),
  get: procedure
    .meta({
      scope: 'events:read',
      permission: 'view',
      errors: [],
      extension: true,
      openapi: {
        operationId: 'getEvent',
        method: 'GET',
        path: '/events/{event_id}',
        tags: ['Events'],
        summary: 'Read an event',
        description: 'An event as it is posted to endpoints.',
      },
    })
    .input(eventInput)
    .output(eventOutput)
    .query(({ ctx, input }) => operations.getEvent(ctx.deps, ctx.caller, input)),
  replay: procedure
    .meta({
      scope: 'webhook_endpoints:write',
      permission: 'integrate',
      errors: ['endpoint_archived'],
      extension: true,
      openapi: {
        operationId: 'replayEvents',
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
    .mutation(({ ctx, input }) => operations.replayEvents(ctx.deps, ctx.caller, input)),
};
