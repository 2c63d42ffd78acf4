import * as operations from '@parley/operations';
import { payerProcedure } from './procedure.ts';

/** Brings the provider's side to the current cart, and says how to mount its card frame. */
export const preparePayment = payerProcedure.mutation(({ ctx, input }) =>
  operations.preparePayment(ctx.deps, ctx.caller, input),
);
