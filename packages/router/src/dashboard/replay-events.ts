import { replayInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { integrateProcedure } from './procedure.ts';

/** Sends an endpoint what it has missed, or a range of time. */
export const replayEvents = integrateProcedure
  .input(replayInput)
  .mutation(({ ctx, input }) => operations.replayEvents(ctx.deps, ctx.caller, input));
