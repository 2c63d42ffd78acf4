import { deliveryDetail, deliveryInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const getDelivery = merchantProcedure
  .meta({
    scope: 'webhook_endpoints:read',
    errors: [],
    extension: true,
    openapi: {
      method: 'GET',
      path: '/webhook_endpoints/{webhook_endpoint_id}/deliveries/{event_id}',
      tags: ['Webhook endpoints'],
      summary: 'Read a delivery',
      description: 'One event on its way to an endpoint, with every request that was sent for it.',
    },
  })
  .input(deliveryInput)
  .output(deliveryDetail)
  .query(({ ctx, input }) => operations.getDelivery(ctx.deps, ctx.caller, input));
