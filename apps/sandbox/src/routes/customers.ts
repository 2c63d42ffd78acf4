import { listOperation } from '../api/lists.ts';
import { post, type Route, retrieveOperation } from '../api/operation.ts';
import { searchOperation } from '../api/search.ts';
import { createCustomer, withFields } from '../customers/create-customer.ts';
import { createCustomerParams, updateCustomerParams } from '../customers/params.ts';
import {
  attachPaymentMethod,
  resolvePaymentMethod,
} from '../payment-methods/create-payment-method.ts';
import { text } from '../wire/params.ts';

export const customerRoutes: readonly Route[] = [
  post(
    '/v1/customers',
    createCustomerParams,
    async ({ tx }, { payment_method, test_clock, ...fields }) => {
      if (test_clock !== undefined)
        await tx.read('test_helpers.test_clock', test_clock, 'test_clock');
      const customer = await createCustomer(tx, fields, test_clock);
      if (payment_method !== undefined) {
        const method = await resolvePaymentMethod(tx, payment_method);
        await attachPaymentMethod(tx, method, customer.id);
      }
      return customer.data;
    },
  ),
  searchOperation('customer', '/v1/customers'),
  retrieveOperation('customer', '/v1/customers'),

  post('/v1/customers/:id', updateCustomerParams, async ({ tx, id }, fields) => {
    const customer = await tx.lock('customer', id);
    const method = fields.invoice_settings?.default_payment_method;
    if (method) await tx.read('payment_method', method, 'invoice_settings[default_payment_method]');
    const before = await tx.change(customer, withFields(customer.data, fields));
    await tx.emit('customer.updated', customer, before);
    return customer.data;
  }),
  listOperation('customer', '/v1/customers', { email: text() }),
];
