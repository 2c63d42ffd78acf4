import { webhookEndpointInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { dashboardProcedure } from './procedure.ts';

/** How an endpoint does, and why it was made inactive. */
export const getEndpointHealth = dashboardProcedure
  .input(webhookEndpointInput)
  .query(({ ctx, input }) => operations.getEndpointHealth(ctx.deps, ctx.caller, input));
