import type Stripe from 'stripe';
import { nowSeconds } from '../clock.ts';
import { exclusiveParams, invalid, missingParam } from '../wire/errors.ts';
import type { CreateSession } from './params.ts';

const MIN_LIFETIME_SECONDS = 30 * 60;
const MAX_LIFETIME_SECONDS = 24 * 60 * 60;

export type UiMode = 'hosted_page' | 'embedded_page' | 'elements';

const MODES: Record<NonNullable<CreateSession['ui_mode']>, UiMode> = {
  hosted_page: 'hosted_page',
  embedded_page: 'embedded_page',
  elements: 'elements',
  hosted: 'hosted_page',
  embedded: 'embedded_page',
  custom: 'elements',
};

export const toUiMode = (params: CreateSession['ui_mode']): UiMode =>
  MODES[params ?? 'hosted_page'];

/** Checks parameters against each other; throws the first contradiction. */
export function checkSession(params: CreateSession, ui: UiMode): void {
  const hosted = ui === 'hosted_page';
  if (hosted && params.success_url === undefined) throw missingParam('success_url');
  const excluded = hosted
    ? (['return_url', 'redirect_on_completion'] as const)
    : (['success_url', 'cancel_url'] as const);
  for (const param of excluded) {
    if (params[param] === undefined) continue;
    const verb = hosted ? 'cannot' : 'can not';
    throw invalid(`\`${param}\` ${verb} be used with \`ui_mode: ${ui}\`.`, { param });
  }
  if (!hosted && params.return_url === undefined && params.redirect_on_completion !== 'never')
    throw missingParam('return_url');
  if (params.customer !== undefined && params.customer_email !== undefined) {
    throw exclusiveParams('customer', 'customer_email', 'customer_email');
  }
  if (params.mode !== 'setup' && (params.line_items ?? []).length === 0)
    throw missingParam('line_items');
  if (params.mode === 'setup' && params.line_items !== undefined)
    throw invalid('`line_items` cannot be used in `setup` mode.', { param: 'line_items' });
  checkModeParam(params, 'payment_intent_data', 'payment');
  checkModeParam(params, 'subscription_data', 'subscription');
  checkModeParam(params, 'setup_intent_data', 'setup');
  for (const param of ['automatic_tax', 'phone_number_collection'] as const) {
    if (params[param]?.enabled)
      throw invalid(`The sandbox does not simulate \`${param}\`.`, { param: `${param}[enabled]` });
  }
  checkExpiry(params.expires_at);
}

/** Throws unless the prices match the mode and have one currency. */
export function checkPrices(mode: CreateSession['mode'], prices: readonly Stripe.Price[]): void {
  const recurring = prices.some((price) => price.type === 'recurring');
  if (mode === 'payment' && recurring) {
    throw invalid(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      { param: 'line_items' },
    );
  }
  if (mode === 'subscription' && !recurring) {
    throw invalid(
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      {
        param: 'line_items',
      },
    );
  }
  if (new Set(prices.map((price) => price.currency)).size > 1) {
    throw invalid('All prices on a Checkout Session must have the same currency.', {
      param: 'line_items',
    });
  }
}

function checkModeParam(
  params: CreateSession,
  param: 'payment_intent_data' | 'subscription_data' | 'setup_intent_data',
  mode: CreateSession['mode'],
): void {
  if (params[param] === undefined || params.mode === mode) return;
  throw invalid(`You can not pass \`${param}\` in \`${params.mode}\` mode.`, { param });
}

function checkExpiry(expiresAt: number | undefined): void {
  if (expiresAt === undefined) return;
  const life = expiresAt - nowSeconds();
  const fault = (message: string) => invalid(message, { param: 'expires_at' });
  // Tolerates clock skew of 5 seconds.
  if (life < MIN_LIFETIME_SECONDS - 5)
    throw fault(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    );
  if (life > MAX_LIFETIME_SECONDS + 5)
    throw fault(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    );
}
