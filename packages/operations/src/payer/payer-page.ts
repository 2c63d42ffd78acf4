import type { LoadedSession, MerchantSettings, SessionKey, SessionVersion } from '@parley/db';
import {
  type CartLine,
  getPresentationState,
  hasPassed,
  isDeclinedTooOften,
  type Mode,
  nextPaymentAt,
  type PresentationState,
  readCart,
  type SessionStatus,
  withoutInquiry,
} from '@parley/domain';
import type { Adjustments } from '@parley/provider';
import { isFree } from '../attempt/free-cart.ts';
import type { Caller } from '../request/caller.ts';
import { getCallerSettings } from '../request/caller-settings.ts';
import type { Deps } from '../request/deps.ts';
import { paymentSummaryView } from '../session-change/payment-view.ts';
import { withPayerReason } from '../session-change/session-view.ts';
import { loadPayerSession, type PayerSession } from './load-payer-session.ts';
import { type Breakdown, getBreakdown } from './order-breakdown.ts';
import { type Terms, termsOfCart } from './payment-terms.ts';

/** The content of the payer page. */
export interface PayerPage {
  readonly id: string;
  /** Changes with every change of the session or its attempt, and when the deadline passes. */
  readonly revision: string;
  /** The number of the current attempt. Its payment form does not pay for another one. */
  readonly attempt_number: number;
  readonly mode: Mode;
  readonly merchant_name: string;
  readonly status: SessionStatus;
  readonly presentation_state: PresentationState;
  /** The reason for the attempt's status, e.g. payment_declined. */
  readonly status_reason: string | null;
  /** Minor units: the binding charge, or the amount that was taken. */
  readonly amount_minor: number;
  readonly currency: string;
  readonly cart_version: number;
  /** Empty when the cart snapshot has no recognizable lines. */
  readonly lines: readonly CartLine[];
  /** The number of entries of the cart snapshot that cannot be shown. */
  readonly omitted_lines: number;
  /** How the amount results from the lines; null unless it is known. */
  readonly breakdown: Breakdown | null;
  readonly expires_at: string;
  /** Whether the deadline has passed, by the database's clock. */
  readonly deadline_passed: boolean;
  readonly payer_destination_url: string | null;
  /** Whether a payment has arrived, even a wrong one; false when nothing was due. */
  readonly payment_received: boolean;
  /** What became of the money that was taken. */
  readonly payment_status: ReturnType<typeof withoutInquiry>;
  /** Minor units of `currency`. */
  readonly refunded_minor: number;
  readonly subscription: boolean;
  /** The recurring charges, as far as they are known. */
  readonly terms: Terms | null;
  /** When the payer can try again after declined payments; null when at once. */
  readonly retry_at: string | null;
  /** Whether so many payments were declined that the link accepts no more. */
  readonly declined_too_often: boolean;
  /** Whether the payer has to pass a challenge of the CAPTCHA provider before it can pay. */
  readonly challenge_required: boolean;
  /** Whether a trial may have started without a card; preparing the payment decides. */
  readonly may_miss_card: boolean;
}

/** The payer page with what its document needs before it loads any data. */
export interface PayerPageDocument extends PayerPage {
  /** The URL of the provider's script; null while the merchant has no provider account. */
  readonly provider_script_url: string | null;
  readonly branding: Branding;
}

/** What the merchant's settings add to the payer page. */
export interface Branding {
  /** SHA-256 of the logo, lowercase hex; null without one. */
  readonly logo_hash: string | null;
  /** #rrggbb; null for that of the page. */
  readonly accent_color: string | null;
  /** Pixels; null for that of the page. */
  readonly corner_radius: number | null;
  /** Plain text after the payment; null without one. */
  readonly success_text: string | null;
  readonly support: {
    readonly email: string | null;
    readonly url: string | null;
    readonly phone: string | null;
  };
  readonly terms_url: string | null;
  readonly privacy_url: string | null;
  /** The origins that may frame the page. */
  readonly embedding_origins: readonly string[];
}

/**
 * @param terms the provider's terms, if the provider was read; otherwise those of the cart
 * @param adjustments what the provider adds to the merchandise, if it was read and shows it
 */
export function payerPageView(
  loaded: PayerSession,
  terms: Terms | null = termsOfCart(loaded),
  adjustments?: Adjustments,
): PayerPage {
  const { session } = loaded;
  const attempt = withPayerReason(loaded.attempt);
  // The amounts of the lines are in the currency of the cart.
  const charge = session.finalCurrency === session.currency ? session : null;
  const cart = readCart(loaded.cartSnapshot, charge);
  const deadlinePassed = hasPassed(session.expiresAt, loaded.now);
  const { refunded_minor: refundedMinor } = paymentSummaryView(session, loaded.payments);
  return {
    id: session.id,
    revision: formatRevision({
      version: session.version,
      attemptNumber: attempt.attemptNumber,
      attemptVersion: attempt.version,
      deadlinePassed,
    }),
    attempt_number: attempt.attemptNumber,
    mode: session.mode,
    merchant_name: loaded.merchantName,
    status: session.status,
    presentation_state: getPresentationState({
      sessionStatus: session.status,
      attemptStatus: attempt.status,
      attemptReason: attempt.statusReason,
    }),
    status_reason: attempt.statusReason,
    amount_minor: session.finalAmountMinor,
    currency: session.finalCurrency,
    cart_version: session.cartVersion,
    lines: cart.lines,
    omitted_lines: cart.omitted,
    breakdown: getBreakdown(loaded, cart, adjustments),
    expires_at: session.expiresAt.toISOString(),
    deadline_passed: deadlinePassed,
    payer_destination_url: session.payerDestinationUrl,
    payment_received: loaded.payments.length > 0,
    payment_status: withoutInquiry(session.paymentStatus, refundedMinor),
    refunded_minor: refundedMinor,
    subscription: attempt.commercialMode === 'subscription',
    terms,
    retry_at: retryAt(loaded)?.toISOString() ?? null,
    declined_too_often: isDeclinedTooOften(session),
    challenge_required: loaded.requiresChallenge,
    may_miss_card: mayMissCard(loaded),
  };
}

/** When the payer may submit another payment; null when at once. A challenge can be continued. */
const retryAt = (loaded: PayerSession): Date | null =>
  loaded.attempt.status === 'action_required' || isFree(loaded)
    ? null
    : nextPaymentAt(loaded.session, loaded.limits, loaded.now);

/** Whether no payment may be submitted now: too many were declined, or a challenge has to be passed first. */
export const isPaymentBlocked = (loaded: PayerSession): boolean =>
  !isFree(loaded) &&
  (isDeclinedTooOften(loaded.session) || retryAt(loaded) !== null || loaded.requiresChallenge);

/** Whether a subscription that started without a payment may still need a card. */
export function mayMissCard({ session, attempt }: LoadedSession): boolean {
  const started = session.status === 'provisionable' || session.status === 'provisioned';
  return (
    started && attempt.status === 'succeeded' && attempt.providerRootObjectType === 'subscription'
  );
}

/**
 * The payer page as it is now, with the merchant's settings and the script URL of the attempt's provider account
 * or of the account for new attempts. Records nothing.
 * @throws DomainError not_found
 */
export async function getPayerPage(
  deps: Deps,
  caller: Caller,
  input: { id: string },
): Promise<PayerPageDocument> {
  const loaded = await loadPayerSession(deps, caller, input.id);
  const configs = deps.database.forScope(caller).providerConfigs;
  const [scriptUrl, settings] = await Promise.all([
    configs.findScriptUrl(loaded.attempt.merchantProviderConfigId),
    getCallerSettings(deps, caller),
  ]);
  return {
    ...payerPageView(loaded),
    provider_script_url: scriptUrl,
    branding: getBranding(settings),
  };
}

export const getBranding = (settings: MerchantSettings): Branding => ({
  logo_hash: settings.logoHash,
  accent_color: settings.accentColor,
  corner_radius: settings.cornerRadius,
  success_text: settings.successText,
  support: {
    email: settings.supportEmail,
    url: settings.supportUrl,
    phone: settings.supportPhone,
  },
  terms_url: settings.termsUrl,
  privacy_url: settings.privacyUrl,
  embedding_origins: settings.embeddingOrigins,
});

/** Identifies a state of a payer page. Another state has another revision; the order has no meaning. */
const formatRevision = (state: Omit<SessionVersion, 'id'>): string =>
  [state.attemptNumber, state.attemptVersion, state.version, state.deadlinePassed ? 1 : 0].join(
    '.',
  );

/**
 * Reads the current revisions of payer pages by session id, in one statement for all. It checks no
 * permission: the caller has read each of these pages.
 */
export async function readPageRevisions(
  deps: Pick<Deps, 'database'>,
  keys: readonly SessionKey[],
): Promise<Map<string, string>> {
  const versions = await deps.database.readSessionVersions(keys);
  return new Map(versions.map((state) => [state.id, formatRevision(state)]));
}
