import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { checkCard, fullYear } from '../cards/check-card.ts';
import { cardByReadyMadeId, type TestCard } from '../cards/test-cards.ts';
import { nowSeconds } from '../clock.ts';
import { newId } from '../store/ids.ts';
import type { Row, Tx } from '../store/tx.ts';
import { invalid } from '../wire/errors.ts';
import { mergeMetadata } from '../wire/metadata.ts';
import type { PaymentMethodData } from './params.ts';

/** Makes a payment method of a card as typed. */
export async function makePaymentMethod(
  tx: Tx,
  data: PaymentMethodData,
): Promise<Row<'payment_method'>> {
  const card = checkCard(data.card, new Date());
  const { address, ...billing } = data.billing_details ?? {};
  const method = cardPaymentMethod(card, {
    exp_month: data.card.exp_month,
    exp_year: fullYear(data.card.exp_year),
    hasCvc: data.card.cvc !== undefined,
    billing: {
      ...NO_BILLING,
      ...dropUndefined(billing),
      address: { ...NO_BILLING.address, ...dropUndefined(address ?? {}) },
    } as typeof NO_BILLING,
    metadata: mergeMetadata({}, data.metadata),
    ...(data.allow_redisplay ? { allow_redisplay: data.allow_redisplay } : {}),
  });
  return tx.insert('payment_method', method, { test_card: card.name });
}

/** Finds a payment method by id; a ready-made id such as `pm_card_visa` makes a new one each time. */
export async function resolvePaymentMethod(tx: Tx, id: string): Promise<Row<'payment_method'>> {
  const ready = cardByReadyMadeId(id);
  if (!ready) return tx.lock('payment_method', id, 'payment_method');
  const inAYear = new Date().getUTCFullYear() + 1;
  const method = cardPaymentMethod(ready, { exp_month: 12, exp_year: inAYear, hasCvc: true });
  return tx.insert('payment_method', method, { test_card: ready.name });
}

/** Ties a method to a customer; one that has another owner is refused. */
export async function attachPaymentMethod(
  tx: Tx,
  method: Row<'payment_method'>,
  customer: string,
): Promise<void> {
  if (method.data.customer === customer) return;
  if (method.data.customer !== null) {
    throw invalid('This PaymentMethod has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    });
  }
  method.data = { ...method.data, customer };
  await tx.save(method);
  await tx.emit('payment_method.attached', method);
}

const dropUndefined = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

interface Typed {
  exp_month: number;
  exp_year: number;
  hasCvc: boolean;
  billing?: Stripe.PaymentMethod['billing_details'];
  metadata?: Record<string, string>;
  allow_redisplay?: 'always' | 'limited' | 'unspecified';
}

const NO_BILLING: Stripe.PaymentMethod['billing_details'] = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

/** The payment method a card becomes; of its number only the last four digits stay. */
function cardPaymentMethod(card: TestCard, typed: Typed): Stripe.PaymentMethod {
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
