import { updateWebhookEndpointInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { integrateProcedure } from './procedure.ts';

/** Changes what is given: where events go, which, and whether. */
export const updateWebhookEndpoint = integrateProcedure
  .input(updateWebhookEndpointInput)
  .mutation(({ ctx, input }) => operations.updateWebhookEndpoint(ctx.deps, ctx.caller, input));
