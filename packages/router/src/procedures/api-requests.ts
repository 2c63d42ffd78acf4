import {
  apiRequestInput,
  apiRequestOutput,
  idempotencyKeyInput,
  idempotencyKeyOutput,
  listApiRequestsInput,
  listApiRequestsOutput,
} from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure } from '../procedure.ts';
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
    .meta({ permission: 'view' })
    .input(listApiRequestsInput)
    .output(listApiRequestsOutput)
    .query(({ ctx, input }) => operations.listApiRequests(ctx.deps, ctx.caller, input)),
  get: procedure
    .meta({ permission: 'view' })
    .input(apiRequestInput)
    .output(apiRequestOutput)
    .query(({ ctx, input }) => operations.getApiRequest(ctx.deps, ctx.caller, input)),
  findIdempotencyKey: procedure
    .meta({ permission: 'view' })
    .input(idempotencyKeyInput)
    .output(idempotencyKeyOutput)
    .query(({ ctx, input }) =>
      operations.findIdempotencyKey(ctx.deps, ctx.caller, input, creations),
    ),
};
