import type { PayerClient } from './payer-client.ts';

/**
 * Marks the button while the payer's bank requires an authentication, for the script of a page in a frame.
 * The provider's script reports nothing until the payer has finished, but its events change the session.
 * Call it after such a change.
 */
export async function markBankDialog(
  pay: HTMLElement,
  client: Pick<PayerClient, 'getPage'>,
): Promise<void> {
  const isPaying = () => pay.dataset.state === 'paying';
  if (!isPaying()) return;
  const page = await client.getPage();
  if (page?.presentation_state === 'action_required' && isPaying()) pay.dataset.bank = '';
}
