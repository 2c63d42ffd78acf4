import * as operations from '@parley/operations';
import { integrateProcedure } from './procedure.ts';

/** A believable session with its payer page, to try the whole way with. */
export const createTestSession = integrateProcedure.mutation(({ ctx }) =>
  operations.createTestSession(ctx.deps, ctx.caller),
);
