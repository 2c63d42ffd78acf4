import {
  countReplayableInput,
  eventInput,
  eventOutput,
  listEventsInput,
  listEventsOutput,
  replayableCount,
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
        description:
          'Returns the events, newest first, whether or not an endpoint received them. A request examines up to 50,000 events, so a page of a rare type may be short or empty; continue with next_cursor.',
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
        summary: 'Retrieve an event',
        description: 'Returns an event exactly as endpoints receive it.',
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
          'Sends an endpoint the events of a time range that it subscribes to: the missed ones, or all. A request schedules up to 1,000 deliveries and examines up to 50,000 events; continue with next_cursor.',
      },
    })
    .input(replayInput)
    .output(replayOutput)
    .mutation(({ ctx, input }) => operations.replayEvents(ctx.deps, ctx.caller, input)),
  /** Counts what a replay would send. */
  countReplayable: procedure
    .meta({ permission: 'integrate' })
    .input(countReplayableInput)
    .output(replayableCount)
    .query(({ ctx, input }) => operations.countReplayable(ctx.deps, ctx.caller, input)),
};
