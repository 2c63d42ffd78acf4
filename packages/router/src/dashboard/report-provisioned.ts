import { reportProvisionedInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { integrateProcedure } from './procedure.ts';

/** Marks a paid or provisionable session as fulfilled. */
export const reportProvisioned = integrateProcedure
  .input(reportProvisionedInput)
  .mutation(({ ctx, input }) => operations.reportProvisioned(ctx.deps, ctx.caller, input));
