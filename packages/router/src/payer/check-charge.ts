import * as operations from '@parley/operations';
import { z } from 'zod';
import { payerProcedure } from './procedure.ts';

/** Whether what the payer was shown is still what would be charged; asked right before it is. */
export const checkCharge = payerProcedure
  .input(z.object({ cart_version: z.int(), amount_minor: z.int(), currency: z.string() }))
  .query(({ ctx, input }) => operations.checkCharge(ctx.deps, ctx.caller, input));
