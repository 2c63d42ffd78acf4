import { eventInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { dashboardProcedure } from './procedure.ts';

/** An event as it was sent. */
export const getEvent = dashboardProcedure
  .input(eventInput)
  .query(({ ctx, input }) => operations.getEvent(ctx.deps, ctx.caller, input));
