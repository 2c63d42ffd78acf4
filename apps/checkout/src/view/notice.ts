import type { PayerPage } from '@parley/operations';
import type { Words } from '../words.ts';
import type { Stage } from './stage.ts';

/** What a payer who comes to the form should know of what was before; null for nothing. */
export function noticeOf(
  page: Pick<PayerPage, 'presentation_state' | 'status_reason'>,
  stage: Stage,
  words: Words,
): string | null {
  if (stage !== 'form') return null;
  if (page.presentation_state === 'price_changed') return words.notices.priceUpdated;
  // Without a reason nobody had tried: the provider's page was closed, or ran out of time.
  if (page.presentation_state !== 'retry_available' || page.status_reason === null) return null;
  return page.status_reason === 'payment_declined' ? words.notices.declined : words.notices.failed;
}
