import { resolveConflictInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { settleProcedure } from './procedure.ts';

/** Ends a payment conflict as a person has decided it. */
export const resolveConflict = settleProcedure
  .input(resolveConflictInput)
  .mutation(({ ctx, input }) => operations.resolveConflict(ctx.deps, ctx.caller, input));
