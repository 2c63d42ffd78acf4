import { webhookEndpointInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { integrateProcedure } from './procedure.ts';

/** Ends the overlap of a rotation at once. */
export const revokePreviousSecret = integrateProcedure
  .input(webhookEndpointInput)
  .mutation(({ ctx, input }) => operations.revokePreviousSecret(ctx.deps, ctx.caller, input));
