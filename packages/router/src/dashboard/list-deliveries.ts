import { listDeliveriesInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { dashboardProcedure } from './procedure.ts';

/** What was and is on its way to an endpoint, newest first. */
export const listDeliveries = dashboardProcedure
  .input(listDeliveriesInput)
  .query(({ ctx, input }) => operations.listDeliveries(ctx.deps, ctx.caller, input));
