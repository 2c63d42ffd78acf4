import * as operations from '@parley/operations';
import { dashboardProcedure } from './procedure.ts';

/** How many sessions there are of each status. */
export const countSessions = dashboardProcedure.query(({ ctx }) =>
  operations.countSessions(ctx.deps, ctx.caller),
);
