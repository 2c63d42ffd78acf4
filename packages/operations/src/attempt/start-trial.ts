import type { AttemptRecord } from '@parley/db';
import { hasPassed, isOpen } from '@parley/domain';
import type { Provider, ProviderDecline, ProviderRoot } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptProvider } from '../request/get-provider.ts';
import { attemptIdentity } from '../session-change/attempt-view.ts';
import { changeIfUnchanged } from '../session-change/change-session.ts';
import { loadSession } from '../session-change/load-session.ts';
import { isOutcomeUnknown } from '../session-change/provider-check.ts';
import { type PlannedCart, planReservedCart } from './checkout-plan.ts';
import { declineOf, recordSetupDecline } from './record-setup-decline.ts';
import { settleAttempt } from './settle-attempt.ts';

/**
 * Starts the trial that a payer agreed to on the payer page, once the provider reports that the card
 * is saved, even if the payer has closed the page. Does nothing when the session no longer waits for
 * this card, or when the merchant's own server requested the card. Records a declined card instead, if
 * there was one.
 * @param decline the one that an event reports. The setup intent shows only its last one
 * @returns `stale` when another write changed the attempt in the meantime: call it again
 * @throws DomainError provider_error, service_unavailable
 */
export async function startTrial(
  deps: Deps,
  caller: Caller,
  current: AttemptRecord,
  decline: ProviderDecline | null = null,
): Promise<'done' | 'stale'> {
  const { id, proxySessionId } = current;
  if (decline) {
    const recorded = await recordSetupDecline(deps, caller, current, decline);
    return recorded === 'stale' ? 'stale' : 'done';
  }
  const loaded = await loadSession(deps, caller, proxySessionId);
  const { session, attempt, now } = loaded;
  const awaitsCard =
    isOpen(session.status) &&
    !hasPassed(session.expiresAt, now) &&
    attempt.id === id &&
    attempt.status === 'reserved' &&
    attempt.reservedCartVersion === session.cartVersion &&
    attempt.setupIntentCreatedBy === 'payer_page' &&
    !isOutcomeUnknown(attempt, now);
  const { providerCustomerId: customerId, providerSetupIntentId: setupIntentId } = attempt;
  if (!awaitsCard || !customerId || !setupIntentId) return 'done';
  const provider = await getAttemptProvider(deps, caller, attempt);
  const cart = await planReservedCart(deps, caller, loaded);
  const setup = await provider.readSetupIntent(setupIntentId);
  const declined = setup && (await recordSetupDecline(deps, caller, attempt, declineOf(setup)));
  if (declined === 'stale') return 'stale';
  if (!cart || setup?.status !== 'succeeded' || !setup.paymentMethodId) return 'done';
  const payer = { customerId, paymentMethodId: setup.paymentMethodId };
  const root = await createSubscription(provider, attempt, cart, payer);
  return changeIfUnchanged(deps, caller, attempt, (change, unchanged) => {
    settleAttempt(change, unchanged, root, 'payer_page');
    return 'done' as const;
  });
}

/**
 * Creates the attempt's root object as a subscription. Repeating the call with the same cart and
 * payer returns the same subscription.
 * @param payer `paymentMethodId` is the saved card that a trial starts with
 */
export function createSubscription(
  provider: Provider,
  attempt: AttemptRecord,
  { plan, currency }: PlannedCart,
  payer: { readonly customerId: string; readonly paymentMethodId?: string },
): Promise<ProviderRoot> {
  const { idempotencyKeys, metadata } = attemptIdentity(attempt);
  const idempotencyKey = idempotencyKeys.root;
  return provider.createSubscription({ idempotencyKey, metadata, ...plan, currency, ...payer });
}
