import { syncAttempt } from '../attempt/sync-attempt.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { loadSession } from '../session/get-session.ts';
import { type PayerPage, payerPageView } from './payer-page.ts';

/**
 * Asks the provider how the payment stands and records it, so that the payer need not wait for the
 * provider's event. Asking again, or the event itself, changes nothing more.
 * @throws DomainError not_found, provider_error
 */
export async function syncPayment(
  deps: Deps,
  caller: Caller,
  input: { id: string },
): Promise<PayerPage> {
  const { session, attempt } = await loadSession(deps, caller, input.id);
  if (attempt.providerRootObjectId) {
    await syncAttempt(deps, caller, { sessionId: session.id, attemptId: attempt.id });
  }
  return payerPageView(await loadSession(deps, caller, input.id));
}

/**
 * Whether the payer may confirm the charge that was shown, asked right before the card is charged.
 * @throws DomainError not_found
 */
export async function checkCharge(
  deps: Deps,
  caller: Caller,
  input: { id: string; cart_version: number; amount_minor: number; currency: string },
): Promise<{ payable: boolean; page: PayerPage }> {
  const loaded = await loadSession(deps, caller, input.id);
  const page = payerPageView(loaded);
  const { attempt, session } = loaded;
  const payable =
    (attempt.status === 'confirmed' || attempt.status === 'action_required') &&
    attempt.confirmedCartVersion === session.cartVersion &&
    !page.deadline_passed &&
    page.cart_version === input.cart_version &&
    page.amount_minor === input.amount_minor &&
    page.currency === input.currency;
  return { payable, page };
}
