import { deliveryInput, deliveryOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const resendDelivery = merchantProcedure
  .meta({
    scope: 'webhook_endpoints:write',
    errors: ['endpoint_archived'],
    extension: true,
    openapi: {
      method: 'POST',
      path: '/webhook_endpoints/{webhook_endpoint_id}/deliveries/{event_id}/resend',
      tags: ['Webhook endpoints'],
      summary: 'Resend a delivery',
      description:
        'Sends an event to an endpoint once more, at once and under the same webhook-id.',
    },
  })
  .input(deliveryInput)
  .output(deliveryOutput)
  .mutation(({ ctx, input }) => operations.resendDelivery(ctx.deps, ctx.caller, input));
