import type { LoadedSession, Scope } from '@parley/db';
import { ERASED_BUYER_REFERENCE, noDeclineLimits } from '@parley/domain';
import type { Caller } from '../request/caller.ts';
import { getCallerSettings, loadSettings } from '../request/caller-settings.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptProvider } from '../request/get-provider.ts';
import { loadSession } from '../session-change/load-session.ts';
import { type Branding, getBranding, type PayerPage, payerPageView } from './payer-page.ts';

/** What a payer has paid for a session. Amounts are in minor units. */
export interface Receipt {
  readonly page: PayerPage;
  readonly branding: Branding;
  /** Oldest first, at least one. */
  readonly payments: readonly ReceiptPayment[];
}

interface ReceiptPayment {
  readonly amount_minor: number;
  readonly currency: string;
  readonly refunded_minor: number;
  readonly disputed_minor: number;
  /** RFC 3339. */
  readonly paid_at: string;
}

/**
 * The receipt of a session that was paid; null before the payment, and while a payment is under review
 * or was returned because it did not match the order.
 * @throws DomainError not_found
 */
export async function getReceipt(
  deps: Deps,
  caller: Caller,
  input: { id: string },
): Promise<Receipt | null> {
  const loaded = await loadSession(deps, caller, input.id);
  if (!hasReceipt(loaded)) return null;
  const settings = await getCallerSettings(deps, caller);
  return { ...receiptView(loaded), branding: getBranding(settings) };
}

/** The receipt of a session that is to be emailed. */
export interface EmailedReceipt {
  readonly receipt: Receipt;
  readonly recipient: string;
  /** The locale of the payer page when it was last opened; null if it never was. */
  readonly locale: string | null;
}

/**
 * The receipt that Parley emails to the payer of a session, as it is now. Null without an address, which is
 * erased with the buyer and after a retention period, and for what has no receipt.
 * @throws DomainError not_found, provider_error
 */
export async function getEmailedReceipt(
  deps: Deps,
  scope: Scope,
  { id }: { id: string },
): Promise<EmailedReceipt | null> {
  const loaded = await loadSession(deps, scope, id);
  const { emailsReceipt, payerLocale } = loaded.session;
  if (!emailsReceipt || !hasReceipt(loaded)) return null;
  const recipient = await findRecipient(deps, scope, loaded);
  if (recipient === null) return null;
  const settings = await loadSettings(deps.database.forScope(scope));
  const receipt = { ...receiptView(loaded), branding: getBranding(settings) };
  return { receipt, recipient, locale: payerLocale };
}

/** The address from the merchant, or else the one that the payer has entered at the provider. */
async function findRecipient(
  deps: Deps,
  scope: Scope,
  { session, attempt, payments: [payment] }: LoadedSession,
): Promise<string | null> {
  if (session.payerEmail !== null) return session.payerEmail;
  // The provider still has the address of an erased buyer.
  if (session.buyerReference === ERASED_BUYER_REFERENCE) return null;
  if (payment?.attemptId !== attempt.id) return null;
  const provider = await getAttemptProvider(deps, scope, attempt);
  return provider.readPayerEmail({ type: payment.rootObjectType, id: payment.rootObjectId });
}

const statusesWithReceipt: readonly string[] = ['paid', 'provisioned', 'provisioning_failed'];

const hasReceipt = ({ session, payments }: LoadedSession): boolean =>
  statusesWithReceipt.includes(session.status) && payments.length > 0;

export function receiptView(loaded: LoadedSession): Omit<Receipt, 'branding'> {
  return {
    page: payerPageView({ ...loaded, limits: noDeclineLimits, requiresChallenge: false }),
    payments: loaded.payments.map((payment) => ({
      amount_minor: payment.amountMinor,
      currency: payment.currency,
      refunded_minor: payment.refundedMinor,
      disputed_minor: payment.disputedMinor,
      paid_at: payment.capturedAt.toISOString(),
    })),
  };
}
