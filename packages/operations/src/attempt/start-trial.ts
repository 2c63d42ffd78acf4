import type { AttemptRecord } from '@parley/db';
import { hasPassed, isDeclinedTooOften, isOpen } from '@parley/domain';
import type { Provider, ProviderDecline, ProviderRoot } from '@parley/provider';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { getAttemptProvider } from '../request/get-provider.ts';
import { attemptIdentity } from '../session-change/attempt-view.ts';
import { changeIfAttemptUnchanged } from '../session-change/change-session.ts';
import { loadSession } from '../session-change/load-session.ts';
import { dueTask, isOutcomeUnknown } from '../session-change/provider-check.ts';
import { recordDeclines } from '../session-change/record-declines.ts';
import { findAttemptCart, type PlannedCart, planAttemptCart } from './checkout-plan.ts';
import { closeSetup } from './close-setup.ts';
import { createOrFail } from './create-or-fail.ts';
import { ignoreOutage } from './retry-deadline.ts';
import { settleRoot } from './settle-attempt.ts';

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
  if (decline) return recordSetupDecline(deps, caller, current, decline);
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
  const cart = planAttemptCart(loaded, await findAttemptCart(deps, caller, loaded));
  const setup = await provider.readSetupIntent(setupIntentId);
  const declined = setup && (await recordSetupDecline(deps, caller, attempt, setup.decline));
  if (declined === 'stale') return 'stale';
  if (!cart || !setup?.paymentMethodId) return 'done';
  const payer = { customerId, paymentMethodId: setup.paymentMethodId };
  const root = await createOrFail(deps, caller, attempt, () =>
    createSubscription(provider, attempt, cart, payer),
  );
  if (!root) return 'done';
  return changeIfAttemptUnchanged(deps, caller, attempt, (change, unchanged) => {
    settleRoot(change, unchanged, root, 'payer_page');
    return 'done' as const;
  });
}

export interface SubscriptionPayer {
  readonly customerId: string;
  /** The saved card that a trial starts with. */
  readonly paymentMethodId?: string;
}

/**
 * Creates the attempt's root object as a subscription. Repeating the call with the same cart and
 * payer returns the same subscription.
 */
export function createSubscription(
  provider: Provider,
  attempt: AttemptRecord,
  { plan, currency }: PlannedCart,
  payer: SubscriptionPayer,
): Promise<ProviderRoot> {
  const { idempotencyKeys, metadata } = attemptIdentity(attempt);
  const idempotencyKey = idempotencyKeys.root;
  return provider.createSubscription({ idempotencyKey, metadata, ...plan, currency, ...payer });
}

/**
 * Records a declined card of a trial that has not started. With the decline after which the session accepts
 * no further payment, the attempt and the setup intent are canceled: a client with its secret could continue
 * without the payer page.
 * @returns `stale` when another write changed the attempt in the meantime
 */
export async function recordSetupDecline(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
  decline: ProviderDecline | null,
): Promise<'done' | 'stale'> {
  if (!decline?.id) return 'done';
  const { id } = decline;
  const result = await changeIfAttemptUnchanged(
    deps,
    caller,
    attempt,
    async (change, unchanged) => {
      if (await change.repositories.history.hasDecline(id)) return 'done';
      recordDeclines(change, unchanged, [decline])();
      return dueTask(change.state, unchanged) === 'end_setup' ? 'too_often' : 'done';
    },
  );
  if (result !== 'too_often') return result;
  // It is recorded. When closing fails, a sweep tries again.
  await closeSetup(deps, caller, attempt, true).catch(ignoreOutage);
  return 'done';
}

/**
 * Records a declined card of a trial that has started without one. After too many, the setup intent of the
 * subscription is canceled. When the provider does not respond, the same decline can be passed again.
 * @returns `stale` when another write changed the attempt in the meantime
 * @throws DomainError provider_error, service_unavailable
 */
export async function recordMissingCardDecline(
  deps: Deps,
  caller: Caller,
  attempt: AttemptRecord,
  { setupIntentId, decline }: { setupIntentId: string; decline: ProviderDecline },
): Promise<'done' | 'stale'> {
  const result = await changeIfAttemptUnchanged(
    deps,
    caller,
    attempt,
    async (change, unchanged) => {
      const { history } = change.repositories;
      const isNew = decline.id !== null && !(await history.hasDecline(decline.id));
      if (isNew) recordDeclines(change, unchanged, [decline], { mayBeRenewal: false })();
      return isDeclinedTooOften(change.session) && unchanged.isCurrent ? 'too_often' : 'done';
    },
  );
  if (result !== 'too_often') return result;
  const provider = await getAttemptProvider(deps, caller, attempt);
  await provider.cancelSetupIntent(setupIntentId);
  return 'done';
}
