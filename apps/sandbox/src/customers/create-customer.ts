import type Stripe from 'stripe';
import { nowSeconds } from '../clock.ts';
import { newId } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { mergeMetadata, omitUndefined } from '../wire/params.ts';
import { nulls } from '../wire/words.ts';
import type { CustomerFields } from './params.ts';

export async function createCustomer(
  tx: Tx,
  fields: CustomerFields,
  testClock: string | null = null,
): Promise<Row<'customer'>> {
  const blank: Stripe.Customer = {
    ...nulls(`
      address currency customer_account default_source description discount email name phone
      shipping
    `),
    id: newId('cus', 14),
    object: 'customer',
    balance: 0,
    created: nowSeconds(),
    delinquent: false,
    invoice_prefix: newId('x', 8).slice(2).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: tx.config.livemode,
    metadata: {},
    next_invoice_sequence: 1,
    preferred_locales: [],
    tax_exempt: 'none',
    test_clock: testClock,
  };
  return tx.create('customer', withFields(blank, fields), 'customer.created');
}

/** Returns a customer with the given fields replaced; an undefined field keeps its value. */
export function withFields(customer: Stripe.Customer, fields: CustomerFields): Stripe.Customer {
  const { metadata, invoice_settings, ...plain } = fields;
  const method = invoice_settings?.default_payment_method;
  return {
    ...customer,
    ...omitUndefined(plain),
    metadata: mergeMetadata(customer.metadata, metadata),
    invoice_settings: {
      ...customer.invoice_settings,
      ...(method === undefined ? {} : { default_payment_method: method }),
    },
  };
}
