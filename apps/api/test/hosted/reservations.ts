import type {
  CheckoutUiMode,
  CommercialMode,
  DirectSubscriptionSource,
  IntegrationPath,
  PricingMode,
} from '@parley/domain';
import type Stripe from 'stripe';
import { hex, order } from '../api.ts';
import { buildConfirmation, createAttach, createSubscription, lineItem } from '../paths.ts';
import type { Payments } from '../provider.ts';
import type { Link } from './payer-browser.ts';

/** The options with which a merchant reserves before the payer opens the hosted page. */
export interface Reservation {
  readonly integration_path: IntegrationPath;
  readonly commercial_mode: CommercialMode;
  readonly pricing_mode: PricingMode;
  readonly checkout_ui_mode?: CheckoutUiMode;
  readonly direct_subscription_source?: DirectSubscriptionSource;
}

/** The stage that the merchant's own server reached before the payer opened the page. */
export type Progress = 'reserved' | 'attached' | 'confirmed';

const once = { name: 'Coffee', quantity: 1, amount_minor: 4200 };
export const monthly = { ...once, interval: 'month' };

/** A session with its link. */
export async function handedOff({ api }: Payments, change: object = {}): Promise<Link> {
  const pk = api.merchant.publishableKey;
  const { body } = await api.post('/proxy_sessions/handoff', {
    ...order,
    publishable_key: pk,
    ...change,
  });
  return { id: body.id, pk };
}

const uiModes = { hosted: 'hosted_page', embedded: 'embedded_page', custom: 'elements' } as const;

/** Reserves an attempt as the merchant's own server does, and continues to the given stage. */
export async function reservedBy(
  payments: Payments,
  reservation: Reservation,
  { progress = 'reserved' as Progress, cart = {} as object, trialDays = 0 } = {},
) {
  const { api } = payments;
  const recurs = reservation.commercial_mode === 'subscription';
  const lines = [recurs ? monthly : once];
  const link = await handedOff(payments, { cart_snapshot: { lines, ...cart } });
  const attempts = `/proxy_sessions/${link.id}/acquisition_attempts`;
  const finalized = reservation.pricing_mode === 'provider_finalized';
  const { body } = await api.post(attempts, {
    ...reservation,
    provider_options_fingerprint: hex('a'),
    ...(finalized ? { merchandise_subtotal_minor: 4200 } : {}),
  });
  const { acquisition_attempt: attempt, provider } = body;
  const attach = createAttach(api, attempt);
  const { metadata } = provider;
  const made = { metadata, idempotencyKey: provider.idempotency_keys.root };
  const customer = async () => {
    const { id } = await payments.stripe.customers.create({ email: 'ada@example.com' });
    await attach('customer', 'customer', id);
    return id;
  };
  if (progress === 'reserved') {
    // Only the merchant can attach the customer whose saved card is charged.
    if (reservation.direct_subscription_source === 'saved_payment_method') await customer();
    return { link, rootId: null };
  }
  const root = await createAsMerchant(payments, reservation, { ...made, customer, trialDays });
  await attach(
    'root',
    root.type,
    root.id,
    progress === 'confirmed' ? buildConfirmation(finalized) : {},
  );
  return { link, rootId: root.id };
}

interface Making {
  readonly metadata: Stripe.MetadataParam;
  readonly idempotencyKey: string;
  readonly trialDays: number;
  readonly customer: () => Promise<string>;
}

async function createAsMerchant(
  { stripe }: Payments,
  { integration_path, commercial_mode, checkout_ui_mode }: Reservation,
  { metadata, idempotencyKey, customer, trialDays }: Making,
): Promise<{ type: string; id: string }> {
  const key = { idempotencyKey };
  switch (integration_path) {
    case 'payment_intent': {
      const params = { amount: 4200, currency: 'eur', metadata };
      return { type: 'payment_intent', id: (await stripe.paymentIntents.create(params, key)).id };
    }
    case 'checkout_session': {
      const recurs = commercial_mode === 'subscription';
      const params: Stripe.Checkout.SessionCreateParams = {
        mode: recurs ? 'subscription' : 'payment',
        ui_mode: uiModes[checkout_ui_mode ?? 'hosted'],
        metadata,
        line_items: [lineItem(recurs)],
        ...(checkout_ui_mode === 'embedded' || checkout_ui_mode === 'custom'
          ? { return_url: 'https://shop.test/thanks' }
          : { success_url: 'https://shop.test/thanks' }),
        ...(trialDays > 0 ? { subscription_data: { trial_period_days: trialDays } } : {}),
      };
      const { id } = await stripe.checkout.sessions.create(params, key);
      return { type: 'checkout.session', id };
    }
    case 'direct_subscription': {
      const { id } = await createSubscription(stripe, await customer(), {
        metadata,
        idempotencyKey,
        trialDays,
      });
      return { type: 'subscription', id };
    }
  }
}

type Options = Omit<Reservation, 'pricing_mode'>;

/** Every path and mode there is, without its pricing. */
export const paths: readonly Options[] = [
  { integration_path: 'payment_intent', commercial_mode: 'one_time' },
  { integration_path: 'payment_intent', commercial_mode: 'subscription' },
  ...(['one_time', 'subscription'] as const).flatMap((commercial_mode) => [
    { integration_path: 'checkout_session' as const, commercial_mode },
    ...(['hosted', 'embedded', 'custom'] as const).map((checkout_ui_mode) => ({
      integration_path: 'checkout_session' as const,
      commercial_mode,
      checkout_ui_mode,
    })),
  ]),
  ...(['setup_intent', 'saved_payment_method'] as const).map((direct_subscription_source) => ({
    integration_path: 'direct_subscription' as const,
    commercial_mode: 'subscription' as const,
    direct_subscription_source,
  })),
];

/** How the page mounts a form of this path. The page decides what the merchant did not specify. */
export function getMount(reservation: Reservation, progress: Progress) {
  if (reservation.integration_path !== 'checkout_session') return 'payment';
  const open = progress === 'reserved' ? 'embedded' : 'hosted';
  return reservation.checkout_ui_mode ?? open;
}

const fixed = { pricing_mode: 'fixed' } as const;
export const direct = {
  ...fixed,
  integration_path: 'direct_subscription',
  commercial_mode: 'subscription',
} as const;
export const checkout = (commercial_mode: 'one_time' | 'subscription') =>
  ({
    ...fixed,
    integration_path: 'checkout_session',
    commercial_mode,
    checkout_ui_mode: 'embedded',
  }) as const;

export function getFixed(path: Options): Reservation {
  return { ...path, pricing_mode: 'fixed' };
}
