import { deliveryInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { dashboardProcedure } from './procedure.ts';

/** One delivery with every request that was sent for it. */
export const getDelivery = dashboardProcedure
  .input(deliveryInput)
  .query(({ ctx, input }) => operations.getDelivery(ctx.deps, ctx.caller, input));
