import { z } from 'zod';
import { fieldIs, listObjects } from '../api/lists.ts';
import { operation, type Sandbox } from '../api/operation.ts';
import { createRefund, createRefundParams } from '../charges/refund-charge.ts';
import { expandOnly, paging, text } from '../wire/params.ts';

/** Charges, refunds and disputes. */
export function chargeRoutes(sandbox: Sandbox): void {
  operation(sandbox, {
    method: 'POST',
    path: '/v1/refunds',
    params: createRefundParams,
    handle: async ({ tx }, params) => createRefund(tx, params),
  });

  operation(sandbox, {
    method: 'GET',
    path: '/v1/refunds/:id',
    params: expandOnly,
    handle: async ({ tx, id }) => (await tx.read('refund', id)).data,
  });

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

  operation(sandbox, {
    method: 'GET',
    path: '/v1/charges/:id',
    params: expandOnly,
    handle: async ({ tx, id }) => (await tx.read('charge', id)).data,
  });

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
  operation(sandbox, {
    method: 'GET',
    path: '/v1/disputes/:id',
    params: expandOnly,
    handle: async ({ tx, id }) => (await tx.read('dispute', id)).data,
  });
}
