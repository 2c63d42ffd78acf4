import type Stripe from 'stripe';
import { nowSeconds } from '../clock.ts';
import { invalid } from '../wire/errors.ts';
import type { CreateSession } from './params.ts';

const MIN_LIFE = 30 * 60;
const MAX_LIFE = 24 * 60 * 60;

export type UiMode = 'hosted_page' | 'embedded_page' | 'elements';

const MODES: Record<NonNullable<CreateSession['ui_mode']>, UiMode> = {
  hosted_page: 'hosted_page',
  embedded_page: 'embedded_page',
  elements: 'elements',
  hosted: 'hosted_page',
  embedded: 'embedded_page',
  custom: 'elements',
};

export const uiModeOf = (given: CreateSession['ui_mode']): UiMode => MODES[given ?? 'hosted_page'];

/** What parameters must mean together; throws the first contradiction. */
export function checkSession(given: CreateSession, ui: UiMode): void {
  const missing = (param: string) =>
    invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  if (ui === 'hosted_page') {
    if (given.success_url === undefined) throw missing('success_url');
    if (given.return_url !== undefined)
      throw invalid('`return_url` cannot be used with `ui_mode: hosted_page`.', {
        param: 'return_url',
      });
    if (given.redirect_on_completion !== undefined) {
      throw invalid('`redirect_on_completion` cannot be used with `ui_mode: hosted_page`.', {
        param: 'redirect_on_completion',
      });
    }
  } else {
    for (const param of ['success_url', 'cancel_url'] as const) {
      if (given[param] !== undefined)
        throw invalid(`\`${param}\` can not be used with \`ui_mode: ${ui}\`.`, { param });
    }
    if (given.return_url === undefined && given.redirect_on_completion !== 'never')
      throw missing('return_url');
  }
  if (given.customer !== undefined && given.customer_email !== undefined) {
    throw invalid('You may only specify one of these parameters: customer, customer_email.', {
      param: 'customer_email',
    });
  }
  if (given.mode !== 'setup' && (given.line_items ?? []).length === 0) throw missing('line_items');
  if (given.mode === 'setup' && given.line_items !== undefined)
    throw invalid('`line_items` cannot be used in `setup` mode.', { param: 'line_items' });
  onlyIn(given, 'payment_intent_data', 'payment');
  onlyIn(given, 'subscription_data', 'subscription');
  onlyIn(given, 'setup_intent_data', 'setup');
  for (const param of ['automatic_tax', 'phone_number_collection'] as const) {
    if (given[param]?.enabled)
      throw invalid(`The sandbox does not simulate \`${param}\`.`, { param: `${param}[enabled]` });
  }
  checkExpiry(given.expires_at);
}

/** Prices have to fit the mode and one another. */
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

function onlyIn(
  given: CreateSession,
  param: 'payment_intent_data' | 'subscription_data' | 'setup_intent_data',
  mode: CreateSession['mode'],
): void {
  if (given[param] === undefined || given.mode === mode) return;
  throw invalid(`You can not pass \`${param}\` in \`${given.mode}\` mode.`, { param });
}

function checkExpiry(expiresAt: number | undefined): void {
  if (expiresAt === undefined) return;
  const life = expiresAt - nowSeconds();
  const fault = (message: string) => invalid(message, { param: 'expires_at' });
  // A clock that is a little off is forgiven.
  if (life < MIN_LIFE - 5)
    throw fault(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    );
  if (life > MAX_LIFE + 5)
    throw fault(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    );
}
