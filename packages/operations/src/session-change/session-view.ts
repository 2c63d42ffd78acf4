import type {
  MerchantSession,
  PayerOpenedSession,
  PayerSafeSession,
  SessionDetail,
  SessionOverview,
  SessionSummary,
} from '@parley/contract';
import type {
  AttemptRecord,
  ListedSession,
  MerchantSettings,
  SessionState,
  ViewedCarts,
  ViewedMoney,
  ViewedSession,
} from '@parley/db';
import {
  getActionableNextStep,
  getPresentationState,
  summarizeCart,
  truncateText,
} from '@parley/domain';
import type { Deps } from '../request/deps.ts';
import { paymentSummaryView } from './payment-view.ts';

/** The fields that every view of a session has. */
function coreView({ session, attempt }: ViewedSession) {
  const presented = {
    sessionStatus: session.status,
    attemptStatus: attempt.status,
    attemptReason: attempt.statusReason,
    paymentStatus: session.paymentStatus,
  };
  return {
    id: session.id,
    status: session.status,
    presentation_state: getPresentationState(presented),
    actionable_next_step: getActionableNextStep(presented, session.conflictSince !== null),
    amount_minor: session.amountMinor,
    currency: session.currency,
    integration_mode: 'elements' as const,
    completed_acquisition_attempt_id: session.completedAttemptId,
    current_acquisition_attempt: {
      id: attempt.id,
      attempt_number: attempt.attemptNumber,
      checkout_ui_mode: attempt.checkoutUiMode,
      integration_path: attempt.integrationPath,
      status: attempt.status,
      status_reason: attempt.statusReason,
    },
    expires_at: session.expiresAt.toISOString(),
  };
}

/** The requested, last observed and binding charge, without cart snapshots. */
function chargeViews({ session, attempt }: ViewedSession) {
  return {
    pricing_mode: attempt.pricingMode,
    requested: { amount_minor: session.amountMinor, currency: session.currency },
    latest_quote: {
      amount_minor: session.quoteAmountMinor,
      currency: session.quoteCurrency,
      observed_at: session.quoteObservedAt.toISOString(),
    },
    final: {
      amount_minor: session.finalAmountMinor,
      currency: session.finalCurrency,
      finalized_at: session.finalizedAt.toISOString(),
    },
  };
}

/** The fields for the merchant only, except contacts and cart snapshots. */
function referenceView({ session }: ViewedSession) {
  return {
    buyer_reference: session.buyerReference,
    cart_version: session.cartVersion,
    created_at: session.createdAt.toISOString(),
    idempotency_key: session.idempotencyKey,
    metadata: session.metadata,
    payer_destination_url: session.payerDestinationUrl,
    provider_checkout_session_id: session.providerCheckoutSessionId,
    provider_checkout_session_psp: session.providerCheckoutSessionPsp,
    updated_at: session.updatedAt.toISOString(),
  };
}

function contactsView({ session }: ViewedSession) {
  return {
    payer_contact: { email: session.payerEmail, phone: session.payerPhone },
    beneficiary_contact: { email: session.beneficiaryEmail, phone: session.beneficiaryPhone },
  };
}

/** The merchant's view. */
export function merchantSessionView(
  loaded: ViewedSession & ViewedMoney & ViewedCarts,
): MerchantSession {
  const charges = chargeViews(loaded);
  return {
    ...payerOpenedSessionView(loaded),
    payment_summary: paymentSummaryView(loaded.session, loaded.payments),
    pricing_mode: charges.pricing_mode,
    requested: { ...charges.requested, cart_snapshot: loaded.cartSnapshot },
    latest_quote: { ...charges.latest_quote, cart_snapshot: loaded.quoteCartSnapshot },
    final: { ...charges.final, cart_snapshot: loaded.finalCartSnapshot },
  };
}

/** The response to the payer_opened operation. */
export function payerOpenedSessionView(
  loaded: ViewedSession & Pick<ViewedCarts, 'cartSnapshot'>,
): PayerOpenedSession {
  return {
    ...coreView(loaded),
    ...referenceView(loaded),
    ...contactsView(loaded),
    cart_snapshot: loaded.cartSnapshot,
  };
}

/** An attempt without the provider's code of a failure, which may say that a card was reported as stolen. */
export const withPayerReason = <Attempt extends Pick<AttemptRecord, 'status' | 'statusReason'>>(
  attempt: Attempt,
): Attempt =>
  attempt.status === 'failed' ? { ...attempt, statusReason: 'payment_failed' } : attempt;

/** The payer-safe view: no contacts, cart snapshots, references or metadata. */
export function payerSafeSessionView(
  loaded: ViewedSession,
  merchant: Pick<MerchantSettings, 'name'>,
): PayerSafeSession {
  return {
    ...coreView({ ...loaded, attempt: withPayerReason(loaded.attempt) }),
    ...chargeViews(loaded),
    merchant: { name: merchant.name },
  };
}

/** A session in a list: the merchant's view without cart snapshots and contacts. */
export function sessionSummaryView(loaded: ViewedSession & ViewedMoney): SessionSummary {
  return {
    ...coreView(loaded),
    ...referenceView(loaded),
    ...chargeViews(loaded),
    payment_summary: paymentSummaryView(loaded.session, loaded.payments),
  };
}

/** A session as the dashboard shows it: the merchant's view with the current cart only. */
export function sessionDetailView(loaded: SessionState): SessionDetail {
  return {
    ...sessionSummaryView(loaded),
    ...contactsView(loaded),
    cart_snapshot: loaded.cartSnapshot,
  };
}

/** A row of the dashboard's session list. Its size does not depend on the merchant's data. */
export function sessionOverview(
  loaded: ViewedSession & Pick<ViewedCarts, 'cartSnapshot'>,
): SessionOverview {
  const { id, status, actionable_next_step } = coreView(loaded);
  const { session } = loaded;
  const { statusReason } = loaded.attempt;
  const cart = summarizeCart(loaded.cartSnapshot);
  return {
    id,
    status,
    actionable_next_step,
    payment_status: session.paymentStatus,
    buyer_reference: truncateText(session.buyerReference),
    created_at: session.createdAt.toISOString(),
    updated_at: session.updatedAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    status_reason: statusReason === null ? null : truncateText(statusReason),
    cart_summary: cart && { first_item: cart.firstItem, more_items: cart.moreItems },
    final: { amount_minor: session.finalAmountMinor, currency: session.finalCurrency },
  };
}

/** A row of an export of the session list, with the texts of the merchant in full. */
export function sessionExportRow(loaded: ListedSession): SessionOverview {
  const { buyerReference, metadata } = loaded.session;
  const { statusReason } = loaded.attempt;
  return {
    ...sessionOverview(loaded),
    buyer_reference: buyerReference,
    status_reason: statusReason,
    metadata,
    payment_summary: paymentSummaryView(loaded.session, loaded.payments),
  };
}

/** A session as `data.object` of an event. */
export function sessionEventObject(loaded: SessionState): Record<string, unknown> {
  return { ...sessionSummaryView(loaded) };
}

/** The URL where a payer opens a session. */
export function handoffUrl(deps: Deps, sessionId: string, publishableKey: string): string {
  return `${deps.checkoutUrl}/${sessionId}?pk=${encodeURIComponent(publishableKey)}`;
}
