import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { checkCard, fullYear } from '../cards/check-card.ts';
import { cardByReadyMadeId, type TestCard } from '../cards/test-cards.ts';
import { nowSeconds } from '../clock.ts';
import { getId, newId } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { invalid } from '../wire/errors.ts';
import { mergeMetadata, omitUndefined } from '../wire/params.ts';
import { nulls } from '../wire/words.ts';
import { bacsDebit } from './bank-methods.ts';
import type { PaymentMethodData } from './params.ts';

type CardInput = NonNullable<PaymentMethodData['card']>;

/** The token of the card in the sandbox's wallet. */
const WALLET_TOKEN = 'tok_sandbox_wallet';
const WALLET_CARD = 'visa';

/** Creates a payment method from the details of a card or an account. */
export async function createPaymentMethod(
  tx: Tx,
  data: PaymentMethodData,
): Promise<Row<'payment_method'>> {
  const { address, ...billing } = data.billing_details ?? {};
  const params: MethodParams = {
    billing: {
      ...NO_BILLING,
      ...omitUndefined(billing),
      address: address ?? NO_BILLING.address,
    },
    metadata: mergeMetadata({}, data.metadata),
    ...(data.allow_redisplay ? { allow_redisplay: data.allow_redisplay } : {}),
  };
  if (data.bacs_debit) {
    const { fields, hidden } = bacsDebit(data.bacs_debit);
    const method = { ...getMethod(tx, 'bacs_debit', params), bacs_debit: fields };
    return tx.insert('payment_method', method, hidden);
  }
  if (!data.card) {
    const method = { ...getMethod(tx, 'pay_by_bank', params), pay_by_bank: {} };
    return tx.insert('payment_method', method);
  }
  const card = getCard(data.card);
  const isWallet = 'token' in data.card && data.card.token === WALLET_TOKEN;
  const method = cardPaymentMethod(tx, card, { ...computeExpiry(data.card), ...params, isWallet });
  return tx.insert('payment_method', method, { test_card: card.name });
}

function getCard(input: CardInput): TestCard {
  if ('number' in input) return checkCard(input, new Date());
  const { token } = input;
  const card = cardByReadyMadeId(token === WALLET_TOKEN ? `tok_${WALLET_CARD}` : token, 'tok_');
  if (card) return card;
  throw invalid(`No such token: '${input.token}'`, {
    code: 'resource_missing',
    param: 'card[token]',
  });
}

/** The expiry of a card; that of a ready-made one is next year. */
const computeExpiry = (input: CardInput) =>
  'number' in input
    ? {
        exp_month: input.exp_month,
        exp_year: fullYear(input.exp_year),
        hasCvc: input.cvc !== undefined,
      }
    : { exp_month: 12, exp_year: new Date().getUTCFullYear() + 1, hasCvc: true };

/** Finds and locks a payment method; a ready-made id such as `pm_card_visa` creates a new one each time. */
export async function resolvePaymentMethod(tx: Tx, id: string): Promise<Row<'payment_method'>> {
  const ready = cardByReadyMadeId(id);
  if (!ready) return tx.lock('payment_method', id, 'payment_method');
  const method = cardPaymentMethod(tx, ready, computeExpiry({ token: id }));
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

/** Records that a payment method pays an intent: without a customer it can pay only once. */
export async function recordUse(
  tx: Tx,
  method: Row<'payment_method'>,
  { customer, setup_future_usage }: Pick<Stripe.PaymentIntent, 'customer' | 'setup_future_usage'>,
): Promise<void> {
  if (setup_future_usage) await saveForFutureUsage(tx, method, getId(customer));
  if (method.data.customer !== null) return;
  await tx.change(method, {}, { used: true });
}

/** Throws if a payment method has paid before without belonging to a customer. */
export function checkReusable(method: Row<'payment_method'>): void {
  if (!method.hidden.used || method.data.customer !== null) return;
  throw invalid(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
  );
}

/** Attaches a payment method to a customer; throws if it is attached to another one or used up. */
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
  if (method.hidden.used && !method.hidden.set_up) {
    throw invalid(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
    );
  }
  await tx.change(method, { customer });
  await tx.emit('payment_method.attached', method);
}

interface CardParams extends MethodParams {
  exp_month: number;
  exp_year: number;
  hasCvc: boolean;
  isWallet?: boolean;
}

interface MethodParams {
  billing?: Stripe.PaymentMethod['billing_details'];
  metadata?: Record<string, string>;
  allow_redisplay?: 'always' | 'limited' | 'unspecified';
}

const NO_BILLING: Stripe.PaymentMethod['billing_details'] = {
  address: nulls('city country line1 line2 postal_code state'),
  ...nulls('email name phone tax_id'),
};

/** Builds the payment method of a card; only the last four digits of its number are stored. */
function cardPaymentMethod(tx: Tx, card: TestCard, params: CardParams): Stripe.PaymentMethod {
  return {
    ...getMethod(tx, 'card', params),
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: params.hasCvc ? 'unchecked' : null,
      },
      country: card.country ?? 'US',
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
      wallet: params.isWallet
        ? { dynamic_last4: card.number.slice(-4), google_pay: {}, type: 'google_pay' }
        : null,
    },
  };
}

/** The fields that payment methods of all types have. */
function getMethod(
  tx: Tx,
  type: Stripe.PaymentMethod['type'],
  params: MethodParams,
): Stripe.PaymentMethod {
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: params.allow_redisplay ?? 'unspecified',
    billing_details: params.billing ?? NO_BILLING,
    created: nowSeconds(),
    customer: null,
    customer_account: null,
    livemode: tx.config.livemode,
    metadata: params.metadata ?? {},
    type,
  };
}

const fingerprint = (card: TestCard): string =>
  createHash('sha256').update(`sandbox:${card.name}`).digest('hex').slice(0, 16);
