import { webhookEndpointInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { integrateProcedure } from './procedure.ts';

/** Sends a test event to one endpoint. */
export const pingEndpoint = integrateProcedure
  .input(webhookEndpointInput)
  .mutation(({ ctx, input }) => operations.pingEndpoint(ctx.deps, ctx.caller, input));
