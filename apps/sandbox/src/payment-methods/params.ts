import { z } from 'zod';
import { address, email, integer, metadata, oneOf, orEmpty, text } from '../wire/params.ts';

const billingDetails = () =>
  z.strictObject({
    address: orEmpty(address()).optional(),
    email: orEmpty(email()).optional(),
    name: orEmpty(text()).optional(),
    phone: orEmpty(text()).optional(),
    tax_id: orEmpty(text()).optional(),
  });

const common = {
  type: oneOf('card'),
  card: z.union([
    z.strictObject({
      number: text(30),
      exp_month: integer(),
      exp_year: integer(),
      cvc: text(10).optional(),
    }),
    z.strictObject({ token: text() }),
  ]),
  billing_details: billingDetails().optional(),
  metadata: metadata().optional(),
  allow_redisplay: oneOf('always', 'limited', 'unspecified').optional(),
};

/** `payment_method_data` of a confirmation. */
export const paymentMethodData = () => z.strictObject(common);

export const createPaymentMethodParams = z.strictObject(common);

export type PaymentMethodData = z.output<ReturnType<typeof paymentMethodData>>;
