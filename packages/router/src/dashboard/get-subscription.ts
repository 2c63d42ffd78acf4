import { getSubscriptionInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { dashboardProcedure } from './procedure.ts';

/** One subscription as the provider last showed it. */
export const getSubscription = dashboardProcedure
  .input(getSubscriptionInput)
  .query(({ ctx, input }) => operations.getSubscription(ctx.deps, ctx.caller, input));
