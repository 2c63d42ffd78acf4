import { sessionInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { dashboardProcedure } from './procedure.ts';

/** The subscriptions that a session began. */
export const listSessionSubscriptions = dashboardProcedure
  .input(sessionInput)
  .query(({ ctx, input }) => operations.listSessionSubscriptions(ctx.deps, ctx.caller, input));
