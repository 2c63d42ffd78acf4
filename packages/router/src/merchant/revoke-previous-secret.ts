import { webhookEndpointInput, webhookEndpointOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const revokePreviousSecret = merchantProcedure
  .meta({
    scope: 'webhook_endpoints:write',
    errors: ['endpoint_archived'],
    extension: true,
    openapi: {
      method: 'POST',
      path: '/webhook_endpoints/{webhook_endpoint_id}/revoke_previous_secret',
      tags: ['Webhook endpoints'],
      summary: 'Revoke the previous signing secret',
      description:
        'Ends the overlap of a rotation at once: only the newest secret signs from now on.',
    },
  })
  .input(webhookEndpointInput)
  .output(webhookEndpointOutput)
  .mutation(({ ctx, input }) => operations.revokePreviousSecret(ctx.deps, ctx.caller, input));
