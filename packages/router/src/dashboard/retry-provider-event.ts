import { retryProviderEventInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { integrateProcedure } from './procedure.ts';

/** Lets an event of the provider be tried again. */
export const retryProviderEvent = integrateProcedure
  .input(retryProviderEventInput)
  .mutation(({ ctx, input }) => operations.retryProviderEvent(ctx.deps, ctx.caller, input));
