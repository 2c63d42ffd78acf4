import { z } from 'zod';
import {
  address,
  email,
  listSchema,
  metadata,
  oneOf,
  orEmpty,
  shippingFields,
  text,
} from '../wire/params.ts';

const fields = {
  address: orEmpty(address()).optional(),
  description: orEmpty(text(500)).optional(),
  email: orEmpty(email()).optional(),
  invoice_settings: z
    .strictObject({ default_payment_method: orEmpty(text()).optional() })
    .optional(),
  metadata: orEmpty(metadata()).optional(),
  name: orEmpty(text(256)).optional(),
  phone: orEmpty(text(20)).optional(),
  preferred_locales: listSchema(text(10)).optional(),
  shipping: orEmpty(z.strictObject(shippingFields)).optional(),
  tax_exempt: orEmpty(oneOf('none', 'exempt', 'reverse')).optional(),
};

export const createCustomerParams = z.strictObject({
  ...fields,
  payment_method: text().optional(),
  test_clock: text().optional(),
});
export const updateCustomerParams = z.strictObject(fields);
export type CustomerFields = z.output<typeof updateCustomerParams>;
