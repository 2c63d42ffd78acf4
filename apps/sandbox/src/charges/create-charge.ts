import type Stripe from 'stripe';
import type { CardDecline } from '../cards/declines.ts';
import { nowSeconds } from '../clock.ts';
import { getId, newId } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { nulls } from '../wire/words.ts';

type Outcome = { status: 'succeeded' | 'pending' } | { status: 'failed'; decline: CardDecline };

/** Builds the charge of one payment attempt; the caller stores it. */
export function createCharge(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  outcome: Outcome,
  authenticated: boolean,
): Stripe.Charge {
  const decline = outcome.status === 'failed' ? outcome.decline : null;
  const paid = outcome.status === 'succeeded';
  return {
    ...nulls(`
      application application_fee application_fee_amount balance_transaction
      failure_balance_transaction on_behalf_of receipt_number receipt_url review source
      source_transfer transfer_data transfer_group
    `),
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'PARLEY SANDBOX',
    captured: outcome.status !== 'failed',
    created: nowSeconds(),
    currency: intent.currency,
    customer: getId(intent.customer),
    description: intent.description,
    disputed: false,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: intent.livemode,
    metadata: intent.metadata,
    outcome: chargeOutcome(decline),
    paid: outcome.status !== 'failed',
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      ...methodDetails(method, paid ? intent.amount : null, authenticated, decline),
      type: method.type,
    },
    radar_options: {},
    receipt_email: intent.receipt_email,
    refunded: false,
    shipping: intent.shipping,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: outcome.status,
  };
}

/** Books a captured charge in the account's balance, which is asynchronous. */
export async function bookCharge(tx: Tx, charge: Row<'charge'>): Promise<void> {
  const before = await tx.change(charge, { balance_transaction: newId('txn') });
  await tx.emit('charge.updated', charge, before);
}

function chargeOutcome(decline: CardDecline | null): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline?.decline_code ?? null,
    risk_level: 'normal',
    risk_score: 10,
    seller_message: decline
      ? 'The bank did not return any further details with this decline.'
      : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  };
}

function methodDetails(
  method: Stripe.PaymentMethod,
  amount: number | null,
  authenticated: boolean,
  decline: CardDecline | null,
): Omit<Stripe.Charge.PaymentMethodDetails, 'type'> {
  switch (method.type) {
    case 'pay_by_bank':
      return { pay_by_bank: {} };
    case 'bacs_debit': {
      const { fingerprint = null, last4 = null, sort_code = null } = method.bacs_debit ?? {};
      return { bacs_debit: { fingerprint, last4, mandate: null, sort_code } };
    }
    default:
      return { card: cardDetails(method, amount, authenticated, decline) };
  }
}

function cardDetails(
  method: Stripe.PaymentMethod,
  amount: number | null,
  authenticated: boolean,
  decline: CardDecline | null,
): Stripe.Charge.PaymentMethodDetails.Card {
  const card = method.card;
  const hasCvc = card?.checks?.cvc_check != null;
  return {
    ...nulls('authorization_code installments mandate network_transaction_id transaction_link_id'),
    amount_authorized: amount,
    brand: card?.brand ?? null,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: !hasCvc ? null : decline?.code === 'incorrect_cvc' ? 'fail' : 'pass',
    },
    country: card?.country ?? null,
    electronic_commerce_indicator: authenticated ? '05' : null,
    exp_month: card?.exp_month ?? 0,
    exp_year: card?.exp_year ?? 0,
    extended_authorization: { status: 'disabled' },
    fingerprint: card?.fingerprint ?? null,
    funding: card?.funding ?? null,
    incremental_authorization: { status: 'unavailable' },
    last4: card?.last4 ?? null,
    multicapture: { status: 'unavailable' },
    network: card?.brand ?? null,
    network_token: { used: false },
    overcapture: { maximum_amount_capturable: 0, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: newId('tds').slice(4),
          version: '2.2.0',
        }
      : null,
    wallet: card?.wallet
      ? { dynamic_last4: card.wallet.dynamic_last4, google_pay: {}, type: card.wallet.type }
      : null,
  };
}
