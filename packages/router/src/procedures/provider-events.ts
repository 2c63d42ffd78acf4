import * as contract from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure, run } from '../procedure.ts';

export const providerEvents = {
  list: procedure
    .meta({
      scope: 'acquisition_attempts:read',
      permission: 'view',
      extension: true,
      openapi: {
        operationId: 'listProviderEvents',
        method: 'GET',
        path: '/provider_events',
        summary: 'List unapplied provider events',
        description:
          'Returns the provider events that failed or match no object yet, newest first.',
      },
    })
    .input(contract.listProviderEventsInput)
    .output(contract.listProviderEventsOutput)
    .query(run(operations.listProviderEvents)),
  /** Returns what the provider sent, without personal data. */
  get: procedure
    .meta({ permission: 'view' })
    .input(contract.getProviderEventInput)
    .output(contract.getProviderEventOutput)
    .query(run(operations.getProviderEvent)),
  retry: procedure
    .meta({
      scope: 'acquisition_attempts:write',
      permission: 'integrate',
      extension: true,
      openapi: {
        operationId: 'retryProviderEvent',
        method: 'POST',
        path: '/provider_events/{id}/retry',
        summary: 'Retry a provider event',
        description: 'Returns a failed or parked event to the queue.',
      },
    })
    .input(contract.retryProviderEventInput)
    .output(contract.retryProviderEventOutput)
    .mutation(run(operations.retryProviderEvent)),
};
