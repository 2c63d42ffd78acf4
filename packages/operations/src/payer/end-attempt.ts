import type { ProviderRoot } from '@parley/provider';
import { withRetryDeadline } from '../attempt/retry-deadline.ts';
import { settleAttempt } from '../attempt/settle-attempt.ts';
import { changeSession } from '../session/session-change.ts';
import { again, type PagePayment, type Step } from './page-payment.ts';

/**
 * Ends an attempt whose object cannot be made to take the current charge, so that the next step
 * supersedes it. The object is closed first: money that was faster counts.
 * @param root null where nothing was created that could take money
 */
export async function endAttempt(payment: PagePayment, root: ProviderRoot | null): Promise<Step> {
  const { deps, caller, provider, loaded } = payment;
  const { attempt, session } = loaded;
  const closed = root && (await withRetryDeadline(attempt, () => provider.closeRoot(root)));
  await changeSession(deps, caller, session.id, (change) => {
    if (change.attempt.id !== attempt.id || change.attempt.version !== attempt.version) return;
    if (closed) return settleAttempt(change, change.attempt, closed);
    change.attemptCommand('cancel', {}, { reason: 'cart_changed' });
  });
  return again;
}
