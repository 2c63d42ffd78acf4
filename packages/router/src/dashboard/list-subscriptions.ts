import { listSubscriptionsInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { dashboardProcedure } from './procedure.ts';

/** The merchant's subscriptions, newest first. */
export const listSubscriptions = dashboardProcedure
  .input(listSubscriptionsInput)
  .query(({ ctx, input }) => operations.listSubscriptions(ctx.deps, ctx.caller, input));
