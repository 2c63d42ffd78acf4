import { createWebhookEndpointInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { integrateProcedure } from './procedure.ts';

/** Adds an address that is told of events. */
export const createWebhookEndpoint = integrateProcedure
  .input(createWebhookEndpointInput)
  .mutation(({ ctx, input }) => operations.createWebhookEndpoint(ctx.deps, ctx.caller, input));
