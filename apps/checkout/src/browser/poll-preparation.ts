import type { PayerPage } from '@parley/operations';
import { getStage, isPayable } from '../view/stage.ts';
import type { PaymentFlowPorts } from './payment-flow-ports.ts';

/** Each poll waits this much longer, up to the maximum. */
const STEP_MS = 2_000;
const MAX_MS = 15_000;

/**
 * Polls until the merchant's server has prepared the payment, or nothing is to be paid.
 * @param onWaiting called with each page whose payment is not prepared yet
 */
export async function pollPreparation(
  { client, wait }: Pick<PaymentFlowPorts, 'client' | 'wait'>,
  onWaiting: (page: PayerPage) => void,
): Promise<PayerPage> {
  for (let polls = 1; ; polls++) {
    await wait(Math.min(STEP_MS * polls, MAX_MS));
    const prepared = await client.preparePayment();
    if (prepared === null) continue;
    if (prepared.form !== null || !isPayable(getStage(prepared.page))) return prepared.page;
    onWaiting(prepared.page);
  }
}
