import { listWebhookEndpointsInput, listWebhookEndpointsOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const listWebhookEndpoints = merchantProcedure
  .meta({
    scope: 'webhook_endpoints:read',
    errors: [],
    openapi: {
      method: 'GET',
      path: '/webhook_endpoints',
      tags: ['Webhook endpoints'],
      summary: 'List webhook endpoints',
      description: 'The webhook endpoints, newest first, archived ones too.',
    },
  })
  .input(listWebhookEndpointsInput)
  .output(listWebhookEndpointsOutput)
  .query(({ ctx, input }) => operations.listWebhookEndpoints(ctx.deps, ctx.caller, input));
