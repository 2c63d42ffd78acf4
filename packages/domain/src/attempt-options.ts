import { DomainError } from './errors.ts';
import type { PricingMode } from './pricing.ts';
import type { IntegrationPath } from './provider-object.ts';

export const commercialModes = ['one_time', 'subscription'] as const;
export type CommercialMode = (typeof commercialModes)[number];

export const checkoutUiModes = ['hosted', 'embedded', 'custom'] as const;
export type CheckoutUiMode = (typeof checkoutUiModes)[number];

export const directSubscriptionSources = ['setup_intent', 'saved_payment_method'] as const;
export type DirectSubscriptionSource = (typeof directSubscriptionSources)[number];

/** The options a reservation fixes. A repeated reservation must have the same options. */
export interface AttemptOptions {
  readonly commercialMode: CommercialMode;
  readonly integrationPath: IntegrationPath;
  readonly pricingMode: PricingMode;
  /** Null if the caller omitted it, which means `embedded`. */
  readonly checkoutUiMode: CheckoutUiMode | null;
  /** Null if the caller omitted it, which means `setup_intent`. */
  readonly directSubscriptionSource: DirectSubscriptionSource | null;
  readonly providerOptionsFingerprint: string;
  /** Minor units. */
  readonly merchandiseSubtotalMinor: number | null;
}

/** Hours for which a provider idempotency key can be reused: Stripe's 24 hours minus one. */
export const PROVIDER_RETRY_HOURS = 23;

/** The options' field names in the API, for messages. */
const fieldNames: Readonly<Record<keyof AttemptOptions, string>> = {
  commercialMode: 'commercial_mode',
  integrationPath: 'integration_path',
  pricingMode: 'pricing_mode',
  checkoutUiMode: 'checkout_ui_mode',
  directSubscriptionSource: 'direct_subscription_source',
  providerOptionsFingerprint: 'provider_options_fingerprint',
  merchandiseSubtotalMinor: 'merchandise_subtotal_minor',
};

/** @throws DomainError invalid_request when the options contradict each other */
export function validateAttemptOptions(
  options: Pick<AttemptOptions, 'commercialMode' | 'integrationPath' | 'directSubscriptionSource'>,
): void {
  const direct = options.integrationPath === 'direct_subscription';
  if (direct && options.commercialMode === 'one_time') {
    throw new DomainError(
      'invalid_request',
      'commercial_mode must be "subscription" with integration_path "direct_subscription".',
    );
  }
  if (!direct && options.directSubscriptionSource !== null) {
    throw new DomainError(
      'invalid_request',
      'direct_subscription_source is accepted only with integration_path "direct_subscription". Omit it.',
    );
  }
}

/** The API field names of the options in which two reservations differ. */
export function listDifferingOptions(a: AttemptOptions, b: AttemptOptions): string[] {
  const keys = Object.keys(fieldNames) as (keyof AttemptOptions)[];
  const [left, right] = [withDefaults(a), withDefaults(b)];
  return keys.filter((key) => left[key] !== right[key]).map((key) => fieldNames[key]);
}

const withDefaults = (options: AttemptOptions): AttemptOptions => ({
  ...options,
  checkoutUiMode: getUiMode(options),
  directSubscriptionSource: getSubscriptionSource(options),
});

/** How the payer page shows a Checkout Session that it creates. */
export const getUiMode = ({
  checkoutUiMode,
}: Pick<AttemptOptions, 'checkoutUiMode'>): CheckoutUiMode => checkoutUiMode ?? 'embedded';

type SubscriptionOptions = Pick<AttemptOptions, 'integrationPath' | 'directSubscriptionSource'>;

export const getSubscriptionSource = (options: SubscriptionOptions): DirectSubscriptionSource =>
  options.directSubscriptionSource ?? 'setup_intent';

/** Whether an attempt with these options can have a setup intent of its own. */
export const takesSetupIntent = (options: SubscriptionOptions): boolean =>
  options.integrationPath === 'direct_subscription' &&
  getSubscriptionSource(options) === 'setup_intent';

/**
 * The idempotency keys and metadata for creating the provider objects of an attempt. Repeated
 * reservations return the same values.
 */
export function buildProviderIdentity(
  ids: { attemptId: string; sessionId: string },
  options: SubscriptionOptions,
) {
  return {
    idempotencyKeys: {
      root: `${ids.attemptId}:root`,
      ...(takesSetupIntent(options) ? { setupIntent: `${ids.attemptId}:setup_intent` } : {}),
    },
    metadata: {
      proxy_acquisition_attempt_id: ids.attemptId,
      proxy_session_id: ids.sessionId,
      proxy_contract_version: PROXY_CONTRACT_VERSION,
    },
  };
}

/** Version of the metadata that links a provider object to an attempt. */
export const PROXY_CONTRACT_VERSION = '2' as const;
