import { createWebhookEndpointInput, webhookEndpointOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const createWebhookEndpoint = merchantProcedure
  .meta({
    scope: 'webhook_endpoints:write',
    errors: [],
    openapi: {
      method: 'POST',
      path: '/webhook_endpoints',
      tags: ['Webhook endpoints'],
      summary: 'Create a webhook endpoint',
      description:
        'Creates an endpoint that is sent events from now on, signed by a secret that nobody has seen: rotate_secret reveals the next one.',
    },
  })
  .input(createWebhookEndpointInput)
  .output(webhookEndpointOutput)
  .mutation(({ ctx, input }) => operations.createWebhookEndpoint(ctx.deps, ctx.caller, input));
