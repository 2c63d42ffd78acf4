import { decideAttempt } from '../cards/decide-attempt.ts';
import { DECLINES } from '../cards/decline.ts';
import { cardByName } from '../cards.ts';
import { idOf } from '../store/kinds.ts';
import type { Row, Tx } from '../store/tx.ts';
import { beginProcessing, declineIntent, succeedIntent } from './conclude-intent.ts';

/** Goes on where the challenge left the intent: the payer passed it, or did not. */
export async function authenticateIntent(
  tx: Tx,
  intent: Row<'payment_intent'>,
  passed: boolean,
): Promise<void> {
  const methodId = idOf(intent.data.payment_method);
  if (intent.data.status !== 'requires_action' || !methodId) return;
  const method = await tx.lock('payment_method', methodId);
  const card = cardByName(method.hidden.test_card ?? '');
  if (!passed || !card) {
    await declineIntent(tx, intent, method, DECLINES.authentication_failure, false);
    return;
  }
  const verdict = decideAttempt(card.behaviour, {
    authenticated: true,
    setUp: false,
    offSession: false,
    authenticationRequested: false,
  });
  if (verdict.is === 'declined') await declineIntent(tx, intent, method, verdict.decline);
  else if (verdict.is === 'processing') await beginProcessing(tx, intent, method, verdict.outcome);
  else await succeedIntent(tx, intent, method, true);
}
