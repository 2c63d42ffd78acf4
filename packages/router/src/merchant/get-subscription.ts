import { getSubscriptionInput, subscription } from '@parley/contract';
import * as operations from '@parley/operations';
import { merchantProcedure } from './procedure.ts';

export const getSubscription = merchantProcedure
  .meta({
    scope: 'subscriptions:read',
    errors: [],
    openapi: {
      method: 'GET',
      path: '/subscriptions/{id}',
      tags: ['Subscriptions'],
      summary: 'Read a subscription',
      description: 'A subscription that a session began, as the provider last showed it.',
    },
  })
  .input(getSubscriptionInput)
  .output(subscription)
  .query(({ ctx, input }) => operations.getSubscription(ctx.deps, ctx.caller, input));
