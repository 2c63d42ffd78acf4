import { listWebhookEndpointsInput } from '@parley/contract';
import * as operations from '@parley/operations';
import { dashboardProcedure } from './procedure.ts';

/** A page of endpoints, newest first, each with how it does. */
export const listEndpointsWithHealth = dashboardProcedure
  .input(listWebhookEndpointsInput)
  .query(async ({ ctx, input }) => {
    const { data, ...rest } = await operations.listWebhookEndpoints(ctx.deps, ctx.caller, input);
    const withHealth = data.map(async (endpoint) => {
      const named = { webhook_endpoint_id: endpoint.id };
      const { health } = await operations.getEndpointHealth(ctx.deps, ctx.caller, named);
      return { endpoint, health };
    });
    return { data: await Promise.all(withHealth), ...rest };
  });
