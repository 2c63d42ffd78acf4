import { deliveryOutput, webhookEndpointInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const pingEndpoint = merchantProcedure
  .meta({
    scope: 'webhook_endpoints:write',
    errors: ['endpoint_archived'],
    extension: true,
    openapi: {
      method: 'POST',
      path: '/webhook_endpoints/{webhook_endpoint_id}/ping',
      tags: ['Webhook endpoints'],
      summary: 'Send a test event',
      description: 'Sends webhook_endpoint.ping to one endpoint, whatever types it subscribes to.',
    },
  })
  .input(webhookEndpointInput)
  .output(deliveryOutput)
  .mutation(({ ctx, input }) => operations.pingEndpoint(ctx.deps, ctx.caller, input));
