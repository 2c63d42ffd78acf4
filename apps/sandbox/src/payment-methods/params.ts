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

const fields = z.strictObject({
  type: oneOf('card', 'pay_by_bank', 'bacs_debit'),
  card: z
    .union([
      z.strictObject({
        number: text(30),
        exp_month: integer(),
        exp_year: integer(),
        cvc: text(10).optional(),
      }),
      z.strictObject({ token: text() }),
    ])
    .optional(),
  bacs_debit: z.strictObject({ account_number: text(20), sort_code: text(8) }).optional(),
  billing_details: billingDetails().optional(),
  metadata: metadata().optional(),
  allow_redisplay: oneOf('always', 'limited', 'unspecified').optional(),
});

/** `payment_method_data` of a confirmation. The details of a card or an account belong to its type. */
export const paymentMethodData = () =>
  fields.superRefine((data, check) => {
    for (const type of ['card', 'bacs_debit'] as const) {
      if (data.type !== type || data[type] !== undefined) continue;
      check.addIssue({ code: 'invalid_type', expected: 'object', path: [type], input: undefined });
    }
  });

export const createPaymentMethodParams = paymentMethodData();

export type PaymentMethodData = z.output<ReturnType<typeof paymentMethodData>>;
