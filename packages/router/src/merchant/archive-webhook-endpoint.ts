import { webhookEndpointInput, webhookEndpointOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const archiveWebhookEndpoint = merchantProcedure
  .meta({
    scope: 'webhook_endpoints:write',
    errors: [],
    openapi: {
      method: 'POST',
      path: '/webhook_endpoints/{webhook_endpoint_id}/archive',
      tags: ['Webhook endpoints'],
      summary: 'Archive a webhook endpoint',
      description:
        'Ends an endpoint for good: it is sent nothing more, and what waited for it is canceled.',
    },
  })
  .input(webhookEndpointInput)
  .output(webhookEndpointOutput)
  .mutation(({ ctx, input }) => operations.archiveWebhookEndpoint(ctx.deps, ctx.caller, input));
