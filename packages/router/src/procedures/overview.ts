import { figures, getFiguresInput, webhookHealth } from '@parley/contract';
import * as operations from '@parley/operations';
import { procedure } from '../procedure.ts';

export const overview = {
  /** Returns the figures of a period and of the one before it. */
  getFigures: procedure
    .meta({ permission: 'view' })
    .input(getFiguresInput)
    .output(figures)
    .query(({ ctx, input }) => operations.getFigures(ctx.deps, ctx.caller, input)),
  /** Returns how the deliveries to each webhook endpoint went in a period. */
  getWebhookHealth: procedure
    .meta({ permission: 'view' })
    .input(getFiguresInput)
    .output(webhookHealth)
    .query(({ ctx, input }) => operations.getWebhookHealth(ctx.deps, ctx.caller, input)),
};
