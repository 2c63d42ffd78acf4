import { sessionInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { settleProcedure } from './procedure.ts';

/** Gives an open session up. */
export const cancelSession = settleProcedure
  .input(sessionInput)
  .mutation(({ ctx, input }) => operations.cancelSession(ctx.deps, ctx.caller, input));
