import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { checkCard, fullYear } from '../cards/check-card.ts';
import { cardByReadyMadeId, type TestCard } from '../cards/test-cards.ts';
import { nowSeconds } from '../clock.ts';
import { newId } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { invalid } from '../wire/errors.ts';
import { mergeMetadata } from '../wire/params.ts';
import type { PaymentMethodData } from './params.ts';

/** Creates a payment method from card details. */
export async function createPaymentMethod(
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
      ...omitUndefined(billing),
      address: { ...NO_BILLING.address, ...omitUndefined(address ?? {}) },
    } as typeof NO_BILLING,
    metadata: mergeMetadata({}, data.metadata),
    ...(data.allow_redisplay ? { allow_redisplay: data.allow_redisplay } : {}),
  });
  return tx.insert('payment_method', method, { test_card: card.name });
}

/** Finds and locks a payment method; a ready-made id such as `pm_card_visa` creates a new one each time. */
export async function resolvePaymentMethod(tx: Tx, id: string): Promise<Row<'payment_method'>> {
  const ready = cardByReadyMadeId(id);
  if (!ready) return tx.lock('payment_method', id, 'payment_method');
  const inAYear = new Date().getUTCFullYear() + 1;
  const method = cardPaymentMethod(ready, { exp_month: 12, exp_year: inAYear, hasCvc: true });
  return tx.insert('payment_method', method, { test_card: ready.name });
}

/** Returns the payment method that the parameters describe or refer to; null if they do neither. */
export async function findPaymentMethod(
  tx: Tx,
  params: {
    payment_method?: string | null | undefined;
    payment_method_data?: PaymentMethodData | undefined;
  },
): Promise<Row<'payment_method'> | null> {
  if (params.payment_method_data) return createPaymentMethod(tx, params.payment_method_data);
  return params.payment_method ? resolvePaymentMethod(tx, params.payment_method) : null;
}

/** Marks a payment method as set up for future usage and attaches it to the customer, if any. */
export async function saveForFutureUsage(
  tx: Tx,
  method: Row<'payment_method'>,
  customer: string | null,
): Promise<void> {
  method.hidden = { ...method.hidden, set_up: true };
  if (customer && method.data.customer !== customer)
    await attachPaymentMethod(tx, method, customer);
  else await tx.save(method);
}

/** Attaches a payment method to a customer; throws if it is attached to another one. */
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

const omitUndefined = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

interface CardParams {
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

/** Builds the payment method of a card; only the last four digits of its number are stored. */
function cardPaymentMethod(card: TestCard, params: CardParams): Stripe.PaymentMethod {
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: params.allow_redisplay ?? 'unspecified',
    billing_details: params.billing ?? NO_BILLING,
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: params.hasCvc ? 'unchecked' : null,
      },
      country: 'US',
      display_brand: card.brand,
      exp_month: params.exp_month,
      exp_year: params.exp_year,
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
    metadata: params.metadata ?? {},
    type: 'card',
  };
}

const fingerprint = (card: TestCard): string =>
  createHash('sha256').update(`sandbox:${card.name}`).digest('hex').slice(0, 16);
