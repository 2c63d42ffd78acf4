import { z } from 'zod';
import { listOperation } from '../api/lists.ts';
import { fromBrowser, post, type Route, retrieveOperation } from '../api/operation.ts';
import {
  attachPaymentMethod,
  createPaymentMethod,
  resolvePaymentMethod,
} from '../payment-methods/create-payment-method.ts';
import { createPaymentMethodParams } from '../payment-methods/params.ts';
import { oneOf, text } from '../wire/params.ts';

export const paymentMethodRoutes: readonly Route[] = [
  fromBrowser(
    post(
      '/v1/payment_methods',
      createPaymentMethodParams,
      async ({ tx }, params) => (await createPaymentMethod(tx, params)).data,
    ),
  ),
  retrieveOperation('payment_method', '/v1/payment_methods'),
  listOperation('payment_method', '/v1/payment_methods', {
    customer: text(),
    type: oneOf('card'),
  }),

  post(
    '/v1/payment_methods/:id/attach',
    z.strictObject({ customer: text() }),
    async ({ tx, id }, { customer }) => {
      await tx.read('customer', customer, 'customer');
      const method = await resolvePaymentMethod(tx, id);
      await attachPaymentMethod(tx, method, customer);
      return method.data;
    },
  ),
];
