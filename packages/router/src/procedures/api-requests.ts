import * as contract from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure, run } from '../procedure.ts';
import { providerConfigs } from './provider-configs.ts';
import { sessions } from './sessions.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';

/** The REST writes whose path has no parameters. */
const creations = [sessions, webhookEndpoints, providerConfigs]
  .flatMap((noun) => Object.values(noun))
  .flatMap(({ _def }) => _def.meta?.openapi ?? [])
  .filter(({ method, path }) => method === 'POST' && !path.includes('{'))
  .map(({ method, path }): { method: string; path: string } => ({ method, path }));

/** The request log, and what it says about idempotency keys. */
export const apiRequests = {
  list: procedure
    .meta({
      scope: 'requests:read',
      permission: 'view',
      extension: true,
      openapi: {
        operationId: 'listRequests',
        method: 'GET',
        path: '/requests',
        summary: 'List requests',
        description:
          'Returns the requests of API keys, newest first, about a second after their response. Requests of this list itself are part of it only if they failed. A page may be short or empty, because it examines up to 25,000 requests; continue with next_cursor.',
      },
    })
    .input(contract.listApiRequestsInput)
    .output(contract.listApiRequestsOutput)
    .query(run(operations.listApiRequests)),
  get: procedure
    .meta({
      scope: 'requests:read',
      permission: 'view',
      extension: true,
      openapi: {
        operationId: 'getRequest',
        method: 'GET',
        path: '/requests/{request_id}',
        summary: 'Retrieve a request',
        description:
          'Returns a request of the request log with its query, body and response, redacted.',
      },
    })
    .input(contract.apiRequestInput)
    .output(contract.apiRequestOutput)
    .query(run(operations.getApiRequest)),
  findIdempotencyKey: procedure
    .meta({ permission: 'view' })
    .input(contract.idempotencyKeyInput)
    .output(contract.idempotencyKeyOutput)
    .query(({ ctx, input }) =>
      operations.findIdempotencyKey(ctx.deps, ctx.caller, input, creations),
    ),
};
