import * as operations from '@parley/operations';
import { payerProcedure } from './procedure.ts';

/** The page as it stands; its first sight is recorded. */
export const openPage = payerProcedure.mutation(({ ctx, input }) =>
  operations.openPayerPage(ctx.deps, ctx.caller, input),
);
