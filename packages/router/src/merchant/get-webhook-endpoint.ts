import { webhookEndpointInput, webhookEndpointOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const getWebhookEndpoint = merchantProcedure
  .meta({
    scope: 'webhook_endpoints:read',
    errors: [],
    openapi: {
      method: 'GET',
      path: '/webhook_endpoints/{webhook_endpoint_id}',
      tags: ['Webhook endpoints'],
      summary: 'Read a webhook endpoint',
      description: 'A webhook endpoint as it stands. No secret is shown.',
    },
  })
  .input(webhookEndpointInput)
  .output(webhookEndpointOutput)
  .query(({ ctx, input }) => operations.getWebhookEndpoint(ctx.deps, ctx.caller, input));
