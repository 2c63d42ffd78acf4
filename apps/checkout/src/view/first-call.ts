import type { PayerPage } from '@parley/operations';
import { getStage, isHeld, isPayable, isSuccess } from './stage.ts';

/** The payer procedure that a page calls first. */
export type FirstCall = 'openPage' | 'syncPayment';

/**
 * The first call of a page: a document changes nothing. Null if nothing is left to do.
 * @param returned whether the provider or the bank has redirected the payer back
 */
export function getFirstCall(page: PayerPage, returned: boolean): FirstCall | null {
  const stage = getStage(page);
  const isSettled = page.payment_received || isSuccess(stage) || stage === 'under_review';
  if (returned && !isSettled) return 'syncPayment';
  return isPayable(stage) || isHeld(stage) || page.may_miss_card ? 'openPage' : null;
}
