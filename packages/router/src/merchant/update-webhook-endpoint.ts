import { updateWebhookEndpointInput, webhookEndpointOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const updateWebhookEndpoint = merchantProcedure
  .meta({
    scope: 'webhook_endpoints:write',
    errors: ['endpoint_archived'],
    openapi: {
      method: 'PATCH',
      path: '/webhook_endpoints/{webhook_endpoint_id}',
      tags: ['Webhook endpoints'],
      summary: 'Update a webhook endpoint',
      description:
        'Changes the fields that are given. Made active again, it is sent what waited for it.',
    },
  })
  .input(updateWebhookEndpointInput)
  .output(webhookEndpointOutput)
  .mutation(({ ctx, input }) => operations.updateWebhookEndpoint(ctx.deps, ctx.caller, input));
