import { endpointHealth, webhookEndpointInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const getEndpointHealth = merchantProcedure
  .meta({
    scope: 'webhook_endpoints:read',
    errors: [],
    extension: true,
    openapi: {
      method: 'GET',
      path: '/webhook_endpoints/{webhook_endpoint_id}/health',
      tags: ['Webhook endpoints'],
      summary: 'Read how an endpoint does',
      description:
        'What became of the events of the last 24 hours, what waits, and why an endpoint was made inactive.',
    },
  })
  .input(webhookEndpointInput)
  .output(endpointHealth)
  .query(({ ctx, input }) => operations.getEndpointHealth(ctx.deps, ctx.caller, input));
