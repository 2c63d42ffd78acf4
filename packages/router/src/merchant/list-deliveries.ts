import { listDeliveriesInput, listDeliveriesOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const listDeliveries = merchantProcedure
  .meta({
    scope: 'webhook_endpoints:read',
    errors: [],
    extension: true,
    openapi: {
      method: 'GET',
      path: '/webhook_endpoints/{webhook_endpoint_id}/deliveries',
      tags: ['Webhook endpoints'],
      summary: 'List deliveries',
      description: 'What was and is on its way to an endpoint, newest first. Kept for 30 days.',
    },
  })
  .input(listDeliveriesInput)
  .output(listDeliveriesOutput)
  .query(({ ctx, input }) => operations.listDeliveries(ctx.deps, ctx.caller, input));
