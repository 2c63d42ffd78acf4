import type Stripe from 'stripe';
import { resolvePrice } from '../catalog/create-price.ts';
import { nowSeconds } from '../clock.ts';
import { refuseAmount } from '../payment-intents/refuse-amount.ts';
import { readScenarios, scenarioMetadata } from '../scenarios.ts';
import { createSetup } from '../setup-intents/create-setup.ts';
import { type Hidden, newClientSecret, newId } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { checkAmount } from '../wire/check-amount.ts';
import { mergeMetadata, pickOrNull } from '../wire/params.ts';
import { nulls } from '../wire/words.ts';
import { checkPrices, checkSession, toUiMode, type UiMode } from './check-session.ts';
import { createLine } from './line-items.ts';
import type { CreateSession } from './params.ts';

const DEFAULT_LIFETIME_SECONDS = 24 * 60 * 60;
/** Under the scenario `taxes`. */
const TAX_RATE = 0.19;

export async function createSession(
  tx: Tx,
  params: CreateSession,
): Promise<Row<'checkout.session'>> {
  const ui = toUiMode(params.ui_mode);
  checkSession(params, ui);
  if (params.customer !== undefined) await tx.read('customer', params.customer, 'customer');
  const lines: Stripe.LineItem[] = [];
  for (const [index, item] of (params.line_items ?? []).entries()) {
    const price = await resolvePrice(tx, item, `line_items[${index}]`);
    lines.push(
      await createLine(tx, price, item.quantity ?? 1, mergeMetadata({}, item.metadata ?? {})),
    );
  }
  if (params.mode !== 'setup')
    checkPrices(
      params.mode,
      lines.flatMap((line) => line.price ?? []),
    );
  const data = newSession(params, ui, lines, tx.config.livemode);
  if (data.amount_total && data.currency) {
    const subject = "The Checkout Session's total amount due must add up to";
    checkAmount(data.amount_total, data.currency, { param: 'line_items', subject });
  }
  await refuseAmount(tx, data.amount_total ?? 0, 'line_items');
  if (ui === 'hosted_page') data.url = `${tx.config.publicUrl}/c/pay/${data.id}`;
  else data.client_secret = newClientSecret(data.id);
  const row = await tx.insert('checkout.session', data, {
    line_items: lines,
    ...hiddenSessionData(params),
  });
  if (params.mode === 'setup') {
    const setup = await createSetup(
      tx,
      { ...params.setup_intent_data, customer: params.customer, payment_method_types: ['card'] },
      { checkout_session: data.id },
    );
    await tx.change(row, { setup_intent: setup.id });
  }
  await tx.schedule('expire_checkout', data.id, data.expires_at * 1000);
  return row;
}

/** Returns the fields that the session's intent or subscription is created with. */
function hiddenSessionData(params: CreateSession): Hidden {
  const intent = params.payment_intent_data;
  const subscription = params.subscription_data;
  return {
    intent_data: {
      ...(intent ?? {}),
      ...(subscription?.description ? { description: subscription.description } : {}),
      metadata: mergeMetadata(
        scenarioMetadata(params),
        intent?.metadata ?? subscription?.metadata ?? {},
      ),
    },
    trial_end: subscription?.trial_end ?? null,
    trial_days: subscription?.trial_period_days ?? null,
  };
}

function newSession(
  params: CreateSession,
  ui: UiMode,
  lines: readonly Stripe.LineItem[],
  livemode: boolean,
): Stripe.Checkout.Session {
  const created = nowSeconds();
  const trial =
    params.subscription_data?.trial_end !== undefined ||
    params.subscription_data?.trial_period_days !== undefined;
  // During a trial only one-time prices are due.
  const due = trial ? lines.filter((line) => line.price?.type === 'one_time') : lines;
  const total = due.reduce((sum, line) => sum + line.amount_total, 0);
  const money = params.mode !== 'setup';
  const paysNow = money && total > 0;
  const taxed = params.mode === 'payment' && readScenarios(params).has('taxes');
  const tax = taxed ? Math.round(total * TAX_RATE) : 0;
  return {
    ...nulls(`
      after_expiration client_secret collected_information consent consent_collection
      currency_conversion customer_account customer_details integration_identifier invoice
      invoice_creation managed_payments origin_context payment_intent payment_link
      payment_method_configuration_details permissions recovered_from saved_payment_method_options
      setup_intent shipping_address_collection shipping_cost subscription url wallet_options
    `),
    id: newId(livemode ? 'cs_live' : 'cs_test', 58),
    object: 'checkout.session',
    adaptive_pricing: money ? { enabled: false } : null,
    ...pickOrNull(
      params,
      `allow_promotion_codes allowed_payment_method_types billing_address_collection cancel_url
      client_reference_id customer customer_email locale submit_type success_url`,
    ),
    amount_subtotal: money ? total : null,
    amount_total: money ? total + tax : null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    created,
    currency: lines[0]?.currency ?? params.currency ?? null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer_creation:
      params.mode === 'payment' && !params.customer
        ? (params.customer_creation ?? 'if_required')
        : null,
    discounts: [],
    expires_at: params.expires_at ?? created + DEFAULT_LIFETIME_SECONDS,
    livemode,
    metadata: mergeMetadata({}, params.metadata ?? {}),
    mode: params.mode,
    payment_method_collection:
      params.mode === 'payment' ? 'if_required' : (params.payment_method_collection ?? 'always'),
    payment_method_options: {
      card: {
        request_three_d_secure:
          params.payment_method_options?.card?.request_three_d_secure ?? 'automatic',
      },
    },
    payment_method_types: params.allowed_payment_method_types ??
      params.payment_method_types ?? ['card'],
    payment_status: paysNow ? 'unpaid' : 'no_payment_required',
    phone_number_collection: { enabled: false },
    ...(ui === 'hosted_page'
      ? {}
      : { redirect_on_completion: params.redirect_on_completion ?? 'always' }),
    ...(params.return_url ? { return_url: params.return_url } : {}),
    shipping_options: [],
    status: 'open',
    total_details: money ? { amount_discount: 0, amount_shipping: 0, amount_tax: tax } : null,
    ui_mode: ui,
  };
}
