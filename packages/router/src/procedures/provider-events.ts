import {
  getProviderEventInput,
  getProviderEventOutput,
  listProviderEventsInput,
  listProviderEventsOutput,
  retryProviderEventInput,
  retryProviderEventOutput,
} from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure } from '../procedure.ts';

export const providerEvents = {
  list: procedure
    .meta({
      scope: 'acquisition_attempts:read',
      permission: 'view',
      errors: [],
      extension: true,
      openapi: {
        operationId: 'listProviderEvents',
        method: 'GET',
        path: '/provider_events',
        tags: ['Provider events'],
        summary: 'List unapplied provider events',
        description:
          'Returns the provider events that failed or match no object yet, newest first.',
      },
    })
    .input(listProviderEventsInput)
    .output(listProviderEventsOutput)
    .query(({ ctx, input }) => operations.listProviderEvents(ctx.deps, ctx.caller, input)),
  /** Returns what the provider sent, without personal data. */
  get: procedure
    .meta({ permission: 'view' })
    .input(getProviderEventInput)
    .output(getProviderEventOutput)
    .query(({ ctx, input }) => operations.getProviderEvent(ctx.deps, ctx.caller, input)),
  retry: procedure
    .meta({
      scope: 'acquisition_attempts:write',
      permission: 'integrate',
      errors: [],
      extension: true,
      openapi: {
        operationId: 'retryProviderEvent',
        method: 'POST',
        path: '/provider_events/{id}/retry',
        tags: ['Provider events'],
        summary: 'Retry a provider event',
        description: 'Returns a failed or parked event to the queue.',
      },
    })
    .input(retryProviderEventInput)
    .output(retryProviderEventOutput)
    .mutation(({ ctx, input }) => operations.retryProviderEvent(ctx.deps, ctx.caller, input)),
};
