import { z } from 'zod';
import { fieldIs, listObjects } from '../api/lists.ts';
import { operation, retrieveOperation, type Sandbox } from '../api/operation.ts';
import { createRefund, createRefundParams } from '../charges/refund-charge.ts';
import { paging, text } from '../wire/params.ts';

/** Charges, refunds and disputes. */
export function chargeRoutes(sandbox: Sandbox): void {
  operation(sandbox, {
    method: 'POST',
    path: '/v1/refunds',
    params: createRefundParams,
    handle: async ({ tx }, params) => createRefund(tx, params),
  });

  retrieveOperation(sandbox, 'refund', '/v1/refunds');

  operation(sandbox, {
    method: 'GET',
    path: '/v1/refunds',
    params: z.strictObject({
      ...paging,
      charge: text().optional(),
      payment_intent: text().optional(),
    }),
    handle: ({ tx }, { charge, payment_intent, ...rest }) =>
      listObjects(
        tx,
        'refund',
        '/v1/refunds',
        [fieldIs('charge', charge), fieldIs('payment_intent', payment_intent)],
        rest,
      ),
  });

  retrieveOperation(sandbox, 'charge', '/v1/charges');

  operation(sandbox, {
    method: 'GET',
    path: '/v1/charges',
    params: z.strictObject({
      ...paging,
      customer: text().optional(),
      payment_intent: text().optional(),
    }),
    handle: ({ tx }, { customer, payment_intent, ...rest }) =>
      listObjects(
        tx,
        'charge',
        '/v1/charges',
        [fieldIs('customer', customer), fieldIs('payment_intent', payment_intent)],
        rest,
      ),
  });
  retrieveOperation(sandbox, 'dispute', '/v1/disputes');
}
