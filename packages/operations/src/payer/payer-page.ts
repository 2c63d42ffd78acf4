import type { LoadedSession } from '@parley/db';
import {
  type CartLine,
  getPresentationState,
  type Mode,
  type PresentationState,
  parseCartLines,
  type SessionStatus,
} from '@parley/domain';
import { mayMissCard } from './missing-card.ts';
import { type Terms, termsOfCart } from './terms.ts';

/** What the payer page shows. */
export interface PayerPage {
  readonly id: string;
  readonly mode: Mode;
  readonly merchant_name: string;
  readonly status: SessionStatus;
  readonly presentation_state: PresentationState;
  /** Why the attempt stands as it does, e.g. payment_declined. */
  readonly status_reason: string | null;
  /** Minor units: the charge that binds now, or that was taken. */
  readonly amount_minor: number;
  readonly currency: string;
  readonly cart_version: number;
  /** Empty where the cart snapshot has no recognisable lines. */
  readonly lines: readonly CartLine[];
  readonly expires_at: string;
  /** Whether the deadline has passed, by the database's clock. */
  readonly deadline_passed: boolean;
  readonly payer_destination_url: string | null;
  /** Whether a payment has arrived, right or wrong; false also where nothing was due. */
  readonly payment_received: boolean;
  readonly subscription: boolean;
  /** What is charged again and again, as far as it is known yet. */
  readonly terms: Terms | null;
  /** Whether a trial may still want the card it goes on with: preparing the payment tells. */
  readonly may_miss_card: boolean;
}

/** @param terms what the provider says recurs, where it was asked; else the cart does */
export function payerPageView(
  loaded: LoadedSession,
  terms: Terms | null = termsOfCart(loaded),
): PayerPage {
  const { session, attempt } = loaded;
  return {
    id: session.id,
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
    lines: parseCartLines(loaded.cartSnapshot),
    expires_at: session.expiresAt.toISOString(),
    deadline_passed: session.expiresAt <= loaded.now,
    payer_destination_url: session.payerDestinationUrl,
    payment_received: paymentReceived(loaded),
    subscription: attempt.commercialMode === 'subscription',
    terms,
    may_miss_card: mayMissCard(loaded),
  };
}

function paymentReceived({ session, attempt }: LoadedSession): boolean {
  if (attempt.status === 'integrity_failed') return true;
  const dueNow = session.status !== 'provisionable' && session.finalAmountMinor > 0;
  return session.completedAttemptId !== null && dueNow;
}
