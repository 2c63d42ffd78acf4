import type Stripe from 'stripe';
import { idOf } from '../store/kinds.ts';
import type { Tx } from '../store/tx.ts';
import { invalid } from '../wire/errors.ts';

/** The payment method a subscription is charged with when nobody names one. */
export async function defaultMethod(
  tx: Tx,
  subscription: Pick<Stripe.Subscription, 'customer' | 'default_payment_method'>,
): Promise<string | null> {
  const own = idOf(subscription.default_payment_method);
  if (own) return own;
  const customer = await tx.find('customer', idOf(subscription.customer) ?? '');
  return idOf(customer?.data.invoice_settings.default_payment_method);
}

export const noDefaultMethod = () =>
  invalid(
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
    { code: 'resource_missing' },
  );
