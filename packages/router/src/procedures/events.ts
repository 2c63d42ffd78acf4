import * as contract from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure, run } from '../procedure.ts';

export const events = {
  list: procedure
    .meta({
      scope: 'events:read',
      permission: 'view',
      extension: true,
      openapi: {
        operationId: 'listEvents',
        method: 'GET',
        path: '/events',
        summary: 'List events',
        description:
          'Returns the events, newest first, whether or not an endpoint received them. A request examines up to 50,000 events, so a page of a rare type may be short or empty; continue with next_cursor.',
      },
    })
    .input(contract.listEventsInput)
    .output(contract.listEventsOutput)
    .query(run(operations.listEvents)),
  get: procedure
    .meta({
      scope: 'events:read',
      permission: 'view',
      extension: true,
      openapi: {
        operationId: 'getEvent',
        method: 'GET',
        path: '/events/{event_id}',
        summary: 'Retrieve an event',
        description: 'Returns an event exactly as endpoints receive it.',
      },
    })
    .input(contract.eventInput)
    .output(contract.eventOutput)
    .query(run(operations.getEvent)),
  resend: procedure
    .meta({
      scope: 'webhook_endpoints:write',
      permission: 'integrate',
      extension: true,
      openapi: {
        operationId: 'resendEvent',
        method: 'POST',
        path: '/events/{event_id}/resend',
        summary: 'Resend an event to streams',
        description:
          'Sends an event to the event streams of its mode again. To send it to a webhook endpoint, resend its delivery: streams receive it then, too.',
      },
    })
    .input(contract.eventInput)
    .output(contract.resendEventOutput)
    .mutation(run(operations.resendEvent)),
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
        summary: 'Replay events',
        description:
          'Sends an endpoint the events of a time range that it subscribes to: the missed ones, or all. A request schedules up to 1,000 deliveries and examines up to 50,000 events; continue with next_cursor.',
      },
    })
    .input(contract.replayInput)
    .output(contract.replayOutput)
    .mutation(run(operations.replayEvents)),
  /** Counts what a replay would send. */
  countReplayable: procedure
    .meta({ permission: 'integrate' })
    .input(contract.countReplayableInput)
    .output(contract.replayableCount)
    .query(run(operations.countReplayable)),
};
