import * as operations from '@parley/operations';
import { payerProcedure } from './procedure.ts';

/** Asks the provider how the payment stands. */
export const syncPayment = payerProcedure.mutation(({ ctx, input }) =>
  operations.syncPayment(ctx.deps, ctx.caller, input),
);
