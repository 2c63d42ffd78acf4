import { listSubscriptionsInput, listSubscriptionsOutput } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const listSubscriptions = merchantProcedure
  .meta({
    scope: 'subscriptions:read',
    errors: [],
    extension: true,
    openapi: {
      method: 'GET',
      path: '/subscriptions',
      tags: ['Subscriptions'],
      summary: 'List subscriptions',
      description: 'The subscriptions that sessions began, newest first.',
    },
  })
  .input(listSubscriptionsInput)
  .output(listSubscriptionsOutput)
  .query(({ ctx, input }) => operations.listSubscriptions(ctx.deps, ctx.caller, input));
