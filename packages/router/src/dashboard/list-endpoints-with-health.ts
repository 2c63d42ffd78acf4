import { listWebhookEndpointsInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { z } from 'zod';
import { dashboardProcedure } from './procedure.ts';

/** A page of endpoints in use, or of archived ones, newest first, each with how it does. */
export const listEndpointsWithHealth = dashboardProcedure
  .input(listWebhookEndpointsInput.extend({ archived: z.boolean().default(false) }))
  .query(({ ctx, input }) => operations.listEndpointsWithHealth(ctx.deps, ctx.caller, input));
