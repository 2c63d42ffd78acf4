import { z } from 'zod';
import { fieldIs, listObjects } from '../api/lists.ts';
import { operation, retrieveOperation, type Sandbox } from '../api/operation.ts';
import {
  attachPaymentMethod,
  createPaymentMethod,
  resolvePaymentMethod,
} from '../payment-methods/create-payment-method.ts';
import { createPaymentMethodParams } from '../payment-methods/params.ts';
import { expand, oneOf, paging, text } from '../wire/params.ts';

export function paymentMethodRoutes(sandbox: Sandbox): void {
  operation(sandbox, {
    method: 'POST',
    path: '/v1/payment_methods',
    params: createPaymentMethodParams,
    fromBrowser: true,
    handle: async ({ tx }, params) => (await createPaymentMethod(tx, params)).data,
  });

  retrieveOperation(sandbox, 'payment_method', '/v1/payment_methods');

  operation(sandbox, {
    method: 'GET',
    path: '/v1/payment_methods',
    params: z.strictObject({
      ...paging,
      customer: text().optional(),
      type: oneOf('card').optional(),
    }),
    handle: ({ tx }, { customer, ...rest }) =>
      listObjects(
        tx,
        'payment_method',
        '/v1/payment_methods',
        [fieldIs('customer', customer)],
        rest,
      ),
  });

  operation(sandbox, {
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    params: z.strictObject({ customer: text(), expand: expand().optional() }),
    handle: async ({ tx, id }, { customer }) => {
      await tx.read('customer', customer, 'customer');
      const method = await resolvePaymentMethod(tx, id);
      await attachPaymentMethod(tx, method, customer);
      return method.data;
    },
  });
}
