import {
  deliveryDetail,
  deliveryInput,
  deliveryOutput,
  eventDeliveriesOutput,
  eventInput,
  listDeliveriesInput,
  listDeliveriesOutput,
} from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure } from '../procedure.ts';

export const deliveries = {
  list: procedure
    .meta({
      scope: 'webhook_endpoints:read',
      permission: 'view',
      errors: [],
      extension: true,
      openapi: {
        operationId: 'listDeliveries',
        method: 'GET',
        path: '/webhook_endpoints/{webhook_endpoint_id}/deliveries',
        tags: ['Webhook endpoints'],
        summary: 'List deliveries',
        description:
          'Returns the deliveries to an endpoint, newest first. Deliveries are stored for 30 days.',
      },
    })
    .input(listDeliveriesInput)
    .output(listDeliveriesOutput)
    .query(({ ctx, input }) => operations.listDeliveries(ctx.deps, ctx.caller, input)),
  get: procedure
    .meta({
      scope: 'webhook_endpoints:read',
      permission: 'view',
      errors: [],
      extension: true,
      openapi: {
        operationId: 'getDelivery',
        method: 'GET',
        path: '/webhook_endpoints/{webhook_endpoint_id}/deliveries/{event_id}',
        tags: ['Webhook endpoints'],
        summary: 'Retrieve a delivery',
        description:
          'Returns the delivery of an event to an endpoint, with each attempt to send it.',
      },
    })
    .input(deliveryInput)
    .output(deliveryDetail)
    .query(({ ctx, input }) => operations.getDelivery(ctx.deps, ctx.caller, input)),
  /** The deliveries of one event to all endpoints. */
  listByEvent: procedure
    .meta({ permission: 'view' })
    .input(eventInput)
    .output(eventDeliveriesOutput)
    .query(({ ctx, input }) => operations.listDeliveriesOfEvent(ctx.deps, ctx.caller, input)),
  resend: procedure
    .meta({
      scope: 'webhook_endpoints:write',
      permission: 'fulfill',
      errors: ['endpoint_archived', 'limit_reached'],
      extension: true,
      openapi: {
        operationId: 'resendDelivery',
        method: 'POST',
        path: '/webhook_endpoints/{webhook_endpoint_id}/deliveries/{event_id}/resend',
        tags: ['Webhook endpoints'],
        summary: 'Resend a delivery',
        description: 'Sends an event to an endpoint again immediately, with the same webhook-id.',
      },
    })
    .input(deliveryInput)
    .output(deliveryOutput)
    .mutation(({ ctx, input }) => operations.resendDelivery(ctx.deps, ctx.caller, input)),
};
