import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { TestCard } from '../cards.ts';
import { nowSeconds } from '../clock/clock.ts';
import { newId } from '../store/ids.ts';

interface Typed {
  exp_month: number;
  exp_year: number;
  hasCvc: boolean;
  billing?: Stripe.PaymentMethod['billing_details'];
  metadata?: Record<string, string>;
  allow_redisplay?: 'always' | 'limited' | 'unspecified';
}

export const NO_BILLING: Stripe.PaymentMethod['billing_details'] = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

/** The payment method a card becomes; of its number only the last four digits stay. */
export function cardPaymentMethod(card: TestCard, typed: Typed): Stripe.PaymentMethod {
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: typed.allow_redisplay ?? 'unspecified',
    billing_details: typed.billing ?? NO_BILLING,
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: typed.hasCvc ? 'unchecked' : null,
      },
      country: 'US',
      display_brand: card.brand,
      exp_month: typed.exp_month,
      exp_year: typed.exp_year,
      fingerprint: fingerprint(card),
      funding: card.funding,
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: nowSeconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: typed.metadata ?? {},
    type: 'card',
  };
}

const fingerprint = (card: TestCard): string =>
  createHash('sha256').update(`sandbox:${card.name}`).digest('hex').slice(0, 16);
