import type { ErrorCode } from './errors.ts';
import type { PricingMode } from './pricing.ts';
import type { IntegrationPath } from './provider-object.ts';

export const commercialModes = ['one_time', 'subscription'] as const;
export type CommercialMode = (typeof commercialModes)[number];

export const checkoutUiModes = ['hosted', 'embedded', 'custom'] as const;
export type CheckoutUiMode = (typeof checkoutUiModes)[number];

export const directSubscriptionSources = ['setup_intent', 'saved_payment_method'] as const;
export type DirectSubscriptionSource = (typeof directSubscriptionSources)[number];

/** What a reservation fixes about an attempt; joining it takes the same. */
export interface AttemptOptions {
  readonly commercialMode: CommercialMode;
  readonly integrationPath: IntegrationPath;
  readonly pricingMode: PricingMode;
  readonly checkoutUiMode: CheckoutUiMode | null;
  /** Null where the caller left it out; `setup_intent` is what it then means. */
  readonly directSubscriptionSource: DirectSubscriptionSource | null;
  readonly providerOptionsFingerprint: string;
  /** Minor units. */
  readonly merchandiseSubtotalMinor: number | null;
}

/** Hours a provider is trusted to remember an idempotency key, with one hour to spare. */
export const PROVIDER_RETRY_HOURS = 23;

/** The options' names as the interface writes them, for messages. */
const fieldNames: Readonly<Record<keyof AttemptOptions, string>> = {
  commercialMode: 'commercial_mode',
  integrationPath: 'integration_path',
  pricingMode: 'pricing_mode',
  checkoutUiMode: 'checkout_ui_mode',
  directSubscriptionSource: 'direct_subscription_source',
  providerOptionsFingerprint: 'provider_options_fingerprint',
  merchandiseSubtotalMinor: 'merchandise_subtotal_minor',
};

/** Options that contradict each other; null when they go together. */
export function validateAttemptOptions(
  options: Pick<AttemptOptions, 'commercialMode' | 'integrationPath' | 'directSubscriptionSource'>,
): { code: ErrorCode; message: string } | null {
  const direct = options.integrationPath === 'direct_subscription';
  const refuse = (message: string) => ({ code: 'invalid_request' as const, message });
  if (direct && options.commercialMode === 'one_time') {
    return refuse(
      'commercial_mode must be "subscription" with integration_path "direct_subscription".',
    );
  }
  if (!direct && options.directSubscriptionSource !== null) {
    return refuse(
      'direct_subscription_source may be given only with integration_path "direct_subscription".',
    );
  }
  return null;
}

/** The interface's names of the options in which two reservations differ; empty when they join. */
export function listDifferingOptions(a: AttemptOptions, b: AttemptOptions): string[] {
  const keys = Object.keys(fieldNames) as (keyof AttemptOptions)[];
  const meant = (options: AttemptOptions, key: keyof AttemptOptions) =>
    key === 'directSubscriptionSource' ? (options[key] ?? 'setup_intent') : options[key];
  return keys.filter((key) => meant(a, key) !== meant(b, key)).map((key) => fieldNames[key]);
}

/** The keys and metadata a provider object of this attempt is created with; stable across joins. */
export function buildProviderIdentity(
  ids: { attemptId: string; sessionId: string },
  options: {
    integrationPath: IntegrationPath;
    directSubscriptionSource: DirectSubscriptionSource;
  },
) {
  const setup =
    options.integrationPath === 'direct_subscription' &&
    options.directSubscriptionSource === 'setup_intent';
  return {
    idempotencyKeys: {
      root: `${ids.attemptId}:root`,
      ...(setup ? { setupIntent: `${ids.attemptId}:setup_intent` } : {}),
    },
    metadata: {
      proxy_acquisition_attempt_id: ids.attemptId,
      proxy_session_id: ids.sessionId,
      proxy_contract_version: PROXY_CONTRACT_VERSION,
    },
  };
}

/** The version of the metadata that ties a provider object to an attempt. */
export const PROXY_CONTRACT_VERSION = '2' as const;
