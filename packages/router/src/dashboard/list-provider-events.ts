import { listProviderEventsInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { dashboardProcedure } from './procedure.ts';

/** The provider's events that wait for a person, or for their object. */
export const listProviderEvents = dashboardProcedure
  .input(listProviderEventsInput)
  .query(({ ctx, input }) => operations.listProviderEvents(ctx.deps, ctx.caller, input));
