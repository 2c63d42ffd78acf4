import { webhookEndpointInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { dashboardProcedure } from './procedure.ts';

/** One endpoint as its merchant set it. */
export const getWebhookEndpoint = dashboardProcedure
  .input(webhookEndpointInput)
  .query(({ ctx, input }) => operations.getWebhookEndpoint(ctx.deps, ctx.caller, input));
