import {
  getSubscriptionInput,
  invoices,
  listSubscriptionOverviewsInput,
  listSubscriptionOverviewsOutput,
  listSubscriptionsInput,
  listSubscriptionsOutput,
  sessionInput,
  subscription,
} from '@parley/contract';
import * as operations from '@parley/operations';
import { z } from 'zod';
import { procedure } from '../procedure.ts';

export const subscriptions = {
  get: procedure
    .meta({
      scope: 'subscriptions:read',
      permission: 'view',
      errors: [],
      openapi: {
        operationId: 'getSubscription',
        method: 'GET',
        path: '/subscriptions/{id}',
        tags: ['Subscriptions'],
        summary: 'Retrieve a subscription',
        description: 'Returns a subscription as it was last read from the provider.',
      },
    })
    .input(getSubscriptionInput)
    .output(subscription)
    .query(({ ctx, input }) => operations.getSubscription(ctx.deps, ctx.caller, input)),
  list: procedure
    .meta({
      scope: 'subscriptions:read',
      permission: 'view',
      errors: [],
      extension: true,
      openapi: {
        operationId: 'listSubscriptions',
        method: 'GET',
        path: '/subscriptions',
        tags: ['Subscriptions'],
        summary: 'List subscriptions',
        description: 'Returns the subscriptions that sessions created, newest first.',
      },
    })
    .input(listSubscriptionsInput)
    .output(listSubscriptionsOutput)
    .query(({ ctx, input }) => operations.listSubscriptions(ctx.deps, ctx.caller, input)),
  /** Lists subscriptions, newest first, with the search and the filters of the dashboard. */
  listOverviews: procedure
    .meta({ permission: 'view' })
    .input(listSubscriptionOverviewsInput)
    .output(listSubscriptionOverviewsOutput)
    .query(({ ctx, input }) => operations.listSubscriptionOverviews(ctx.deps, ctx.caller, input)),
  /** Returns the id and status of the subscriptions that the attempts of a session created. */
  listBySession: procedure
    .meta({ permission: 'view' })
    .input(sessionInput)
    .output(z.array(subscription.pick({ id: true, status: true })))
    .query(({ ctx, input }) => operations.listSessionSubscriptions(ctx.deps, ctx.caller, input)),
  /** Returns the invoices of a subscription, newest first, each with its last known status. */
  listInvoices: procedure
    .meta({ permission: 'view' })
    .input(getSubscriptionInput)
    .output(invoices)
    .query(({ ctx, input }) => operations.listInvoices(ctx.deps, ctx.caller, input)),
};
