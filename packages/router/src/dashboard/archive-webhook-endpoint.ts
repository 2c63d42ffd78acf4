import { webhookEndpointInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { integrateProcedure } from './procedure.ts';

/** Ends an endpoint for good. */
export const archiveWebhookEndpoint = integrateProcedure
  .input(webhookEndpointInput)
  .mutation(({ ctx, input }) => operations.archiveWebhookEndpoint(ctx.deps, ctx.caller, input));
