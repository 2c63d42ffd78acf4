import type { AcquisitionAttempt, ReservedAttempt } from '@parley/contract';
import type { AttemptRecord } from '@parley/db';
import { buildProviderIdentity, getSubscriptionSource } from '@parley/domain';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/**
 * An attempt as the API returns it. Source: interface 2.2.
 * @throws Error when the attempt was never reserved: the interface cannot show it
 */
export function attemptView(attempt: AttemptRecord): AcquisitionAttempt {
  const { merchantProviderConfigId, providerOptionsFingerprint, providerRetryNotAfter } = attempt;
  if (!merchantProviderConfigId || !providerOptionsFingerprint || !providerRetryNotAfter) {
    throw new Error(`attempt ${attempt.id} was never reserved`);
  }
  return {
    id: attempt.id,
    proxy_session_id: attempt.proxySessionId,
    merchant_psp_config_id: merchantProviderConfigId,
    attempt_number: attempt.attemptNumber,
    version: attempt.version,
    psp: 'provider',
    commercial_mode: attempt.commercialMode,
    integration_path: attempt.integrationPath,
    pricing_mode: attempt.pricingMode,
    checkout_ui_mode: attempt.checkoutUiMode,
    direct_subscription_source: getSubscriptionSource(attempt),
    direct_fee_basis_source: attempt.directFeeBasisSource,
    direct_merchandise_currency: attempt.directMerchandiseCurrency,
    direct_merchandise_subtotal_minor: attempt.directMerchandiseSubtotalMinor,
    provider_options_fingerprint: providerOptionsFingerprint,
    provider_retry_not_after: providerRetryNotAfter.toISOString(),
    provider_root_object_id: attempt.providerRootObjectId,
    provider_root_object_type: attempt.providerRootObjectType,
    provider_setup_intent_id: attempt.providerSetupIntentId,
    provider_customer_id: attempt.providerCustomerId,
    provider_created_at: iso(attempt.providerCreatedAt),
    provider_confirmed_amount_minor: attempt.confirmedAmountMinor,
    provider_confirmed_cart_version: attempt.confirmedCartVersion,
    provider_confirmed_currency: attempt.confirmedCurrency,
    provider_confirmed_evidence_sha256: attempt.confirmedEvidenceSha256,
    provider_confirmed_merchandise_subtotal_minor: attempt.confirmedMerchandiseSubtotalMinor,
    provider_confirmed_at: iso(attempt.confirmedAt),
    completion_recorded_at: iso(attempt.completionRecordedAt),
    status: attempt.status,
    status_reason: attempt.statusReason,
    last_decline_code: attempt.lastDeclineCode,
    supersedes_attempt_id: attempt.supersedesAttemptId,
    created_at: attempt.createdAt.toISOString(),
    updated_at: attempt.updatedAt.toISOString(),
  };
}

/**
 * An attempt as `data.object` of an event; null when it was never reserved: the interface cannot show
 * such an attempt, so it has no events.
 */
export function attemptEventObject(attempt: AttemptRecord): Record<string, unknown> | null {
  return attempt.providerOptionsFingerprint === null ? null : { ...attemptView(attempt) };
}

/** The idempotency keys and metadata for creating the attempt's provider objects. */
export function attemptIdentity(attempt: AttemptRecord) {
  const ids = { attemptId: attempt.id, sessionId: attempt.proxySessionId };
  return buildProviderIdentity(ids, attempt);
}

/** The attempt with its provider block. Source: interface 2.3. */
export function reservedAttemptView(attempt: AttemptRecord): ReservedAttempt {
  const { idempotencyKeys, metadata } = attemptIdentity(attempt);
  const { root, setupIntent } = idempotencyKeys;
  return {
    acquisition_attempt: attemptView(attempt),
    provider: {
      idempotency_keys: setupIntent === undefined ? { root } : { root, setup_intent: setupIntent },
      metadata,
    },
  };
}
