import { z } from 'zod';
import { paymentMethodData } from '../payment-methods/params.ts';
import { flag, oneOf, text, webUrl } from '../wire/params.ts';

/** The parameters of a confirmation that payment intents and setup intents share. */
export const confirmationFields = {
  payment_method: text().optional(),
  payment_method_data: paymentMethodData().optional(),
  return_url: webUrl().optional(),
  use_stripe_sdk: flag().optional(),
};

export const automaticPaymentMethods = () =>
  z.strictObject({ enabled: flag(), allow_redirects: oneOf('always', 'never').optional() });
