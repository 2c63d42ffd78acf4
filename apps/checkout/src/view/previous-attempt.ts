import type { PayerPage } from '@parley/operations';
import type { Messages } from '@parley/payer-view/messages/en';

/** Reasons of attempts that no one tried to pay. Without a reason, the provider's page was closed or has expired. */
const unattempted: ReadonlySet<string> = new Set(['never_created', 'object_missing']);

/**
 * The notice above the form about what happened before; null for nothing.
 * @param returned whether the provider or the bank has redirected the payer back
 */
export function describePreviousAttempt(
  page: PayerPage,
  returned: boolean,
  { notices }: Messages,
): string | null {
  if (page.presentation_state === 'price_changed') return notices.priceUpdated;
  if (page.presentation_state !== 'retry_available') return null;
  if (page.status_reason === null || unattempted.has(page.status_reason)) return null;
  // A payer who returns from a bank may have canceled there, or have paid without a card.
  const isDeclinedCard = page.status_reason === 'payment_declined' && !returned;
  return isDeclinedCard ? notices.declined : notices.failed;
}
