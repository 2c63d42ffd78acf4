import { deliveryInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { integrateProcedure } from './procedure.ts';

/** Sends an event to an endpoint once more. */
export const resendDelivery = integrateProcedure
  .input(deliveryInput)
  .mutation(({ ctx, input }) => operations.resendDelivery(ctx.deps, ctx.caller, input));
