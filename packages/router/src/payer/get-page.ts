import * as operations from '@parley/operations';
import { payerProcedure } from './procedure.ts';

/** The page as it stands; nothing is recorded. */
export const getPage = payerProcedure.query(({ ctx, input }) =>
  operations.getPayerPage(ctx.deps, ctx.caller, input),
);
