import { z } from 'zod';
import { listOperation } from '../api/lists.ts';
import { operation, retrieveOperation, type Sandbox } from '../api/operation.ts';
import {
  attachPaymentMethod,
  createPaymentMethod,
  resolvePaymentMethod,
} from '../payment-methods/create-payment-method.ts';
import { createPaymentMethodParams } from '../payment-methods/params.ts';
import { oneOf, text } from '../wire/params.ts';

export function paymentMethodRoutes(sandbox: Sandbox): void {
  operation(sandbox, {
    method: 'POST',
    path: '/v1/payment_methods',
    params: createPaymentMethodParams,
    fromBrowser: true,
    handle: async ({ tx }, params) => (await createPaymentMethod(tx, params)).data,
  });

  retrieveOperation(sandbox, 'payment_method', '/v1/payment_methods');

  listOperation(sandbox, 'payment_method', '/v1/payment_methods', {
    customer: text(),
    type: oneOf('card'),
  });

  operation(sandbox, {
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    params: z.strictObject({ customer: text() }),
    handle: async ({ tx, id }, { customer }) => {
      await tx.read('customer', customer, 'customer');
      const method = await resolvePaymentMethod(tx, id);
      await attachPaymentMethod(tx, method, customer);
      return method.data;
    },
  });
}
