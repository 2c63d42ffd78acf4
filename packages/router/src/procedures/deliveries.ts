import * as contract from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure, run } from '../procedure.ts';

export const deliveries = {
  list: procedure
    .meta({
      scope: 'webhook_endpoints:read',
      permission: 'view',
      extension: true,
      openapi: {
        operationId: 'listDeliveries',
        method: 'GET',
        path: '/webhook_endpoints/{webhook_endpoint_id}/deliveries',
        summary: 'List deliveries',
        description:
          'Returns the deliveries to an endpoint, newest first. Deliveries are stored for 30 days.',
      },
    })
    .input(contract.listDeliveriesInput)
    .output(contract.listDeliveriesOutput)
    .query(run(operations.listDeliveries)),
  get: procedure
    .meta({
      scope: 'webhook_endpoints:read',
      permission: 'view',
      extension: true,
      openapi: {
        operationId: 'getDelivery',
        method: 'GET',
        path: '/webhook_endpoints/{webhook_endpoint_id}/deliveries/{event_id}',
        summary: 'Retrieve a delivery',
        description:
          'Returns the delivery of an event to an endpoint, with each attempt to send it.',
      },
    })
    .input(contract.deliveryInput)
    .output(contract.deliveryDetail)
    .query(run(operations.getDelivery)),
  /** The deliveries of one event to all endpoints. */
  listByEvent: procedure
    .meta({ permission: 'view' })
    .input(contract.eventInput)
    .output(contract.eventDeliveriesOutput)
    .query(run(operations.listDeliveriesOfEvent)),
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
        summary: 'Resend a delivery',
        description: 'Sends an event to an endpoint again immediately, with the same webhook-id.',
      },
    })
    .input(contract.deliveryInput)
    .output(contract.deliveryOutput)
    .mutation(run(operations.resendDelivery)),
};
