import * as contract from '@parley/contract';
import * as operations from '@parley/operations';
import { z } from 'zod';
import { procedure, run } from '../procedure.ts';

export const subscriptions = {
  get: procedure
    .meta({
      scope: 'subscriptions:read',
      permission: 'view',
      openapi: {
        operationId: 'getSubscription',
        method: 'GET',
        path: '/subscriptions/{id}',
        summary: 'Retrieve a subscription',
        description: 'Returns a subscription as it was last read from the provider.',
      },
    })
    .input(contract.getSubscriptionInput)
    .output(contract.subscription)
    .query(run(operations.getSubscription)),
  list: procedure
    .meta({
      scope: 'subscriptions:read',
      permission: 'view',
      extension: true,
      openapi: {
        operationId: 'listSubscriptions',
        method: 'GET',
        path: '/subscriptions',
        summary: 'List subscriptions',
        description: 'Returns the subscriptions that sessions created, newest first.',
      },
    })
    .input(contract.listSubscriptionsInput)
    .output(contract.listSubscriptionsOutput)
    .query(run(operations.listSubscriptions)),
  /** Lists subscriptions, newest first, with the search and the filters of the dashboard. */
  listOverviews: procedure
    .meta({ permission: 'view' })
    .input(contract.listSubscriptionOverviewsInput)
    .output(contract.listSubscriptionOverviewsOutput)
    .query(run(operations.listSubscriptionOverviews)),
  /** Returns the id and status of the subscriptions that the attempts of a session created. */
  listBySession: procedure
    .meta({ permission: 'view' })
    .input(contract.sessionInput)
    .output(z.array(contract.subscription.pick({ id: true, status: true })))
    .query(run(operations.listSessionSubscriptions)),
  /** Returns the invoices of a subscription, newest first, each with its last known status. */
  listInvoices: procedure
    .meta({ permission: 'view' })
    .input(contract.getSubscriptionInput)
    .output(contract.invoices)
    .query(run(operations.listInvoices)),
};
