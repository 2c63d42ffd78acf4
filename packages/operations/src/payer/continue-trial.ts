import type { AttemptRecord } from '@parley/db';
import { isMadeByPage } from '../attempt/made-by-page.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { loadSession } from '../session/get-session.ts';
import { preparePayment } from './prepare-payment.ts';

/**
 * Begins the trial a payer has agreed to on the hosted page and then closed it, once the provider
 * tells that the card is kept. Nothing to do where the cart is another one by now, or where the
 * merchant's own server asked for the card.
 * @throws DomainError provider_error, service_unavailable
 */
export async function continueTrial(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
): Promise<void> {
  const { session, attempt: current } = await loadSession(deps, caller, attempt.proxySessionId);
  const waits =
    current.id === attempt.id &&
    current.status === 'reserved' &&
    current.reservedCartVersion === session.cartVersion;
  if (!waits || !(await isMadeByPage(deps, caller, attempt, 'setup_intent'))) return;
  // Nobody comes back from anywhere to a page that is closed, so the link needs no key.
  await preparePayment(deps, caller, { id: session.id, pk: '' });
}
