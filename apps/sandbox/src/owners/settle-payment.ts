import { DECLINES } from '../cards/decline.ts';
import { settleIntent } from '../payment-intents/conclude-intent.ts';
import type { Row, Tx } from '../store/tx.ts';
import { followIntent } from './follow-intent.ts';
import { lockIntent } from './lock-intent.ts';

/** Ends `processing`, as its card says or as told; the intent is answered either way. */
export async function settlePayment(
  tx: Tx,
  id: string,
  outcome?: 'succeeded' | 'failed',
): Promise<Row<'payment_intent'>> {
  const intent = await lockIntent(tx, id);
  const settled = await settleIntent(tx, intent, DECLINES.async_failure, outcome);
  if (settled) await followIntent(tx, intent);
  return intent;
}
