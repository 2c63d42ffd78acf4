import type { LoadedSession } from '@parley/db';
import { type AttemptOptions, DomainError, hasPassed, isOpen } from '@parley/domain';
import { boundRoot } from '../attempt/bind-root.ts';
import { checkoutPlan } from '../attempt/checkout-plan.ts';
import { closeRoot, isClosed } from '../attempt/close-root.ts';
import { attemptOptions, reserve } from '../attempt/reserve-attempt.ts';
import { resolveOutcome } from '../attempt/resolve-unknown.ts';
import { settleFreeCart } from '../attempt/settle-free-cart.ts';
import { supersede } from '../attempt/supersede-attempt.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { fingerprint } from '../request/fingerprint.ts';
import { changeIfUnchanged } from '../session-change/change-session.ts';
import { requirePayable } from '../session-change/preconditions.ts';
import { isCartRefused, isOutcomeUnknown } from '../session-change/provider-check.ts';
import {
  isFree,
  loadPayerSession,
  type PayerSession,
  rememberNetwork,
} from './load-payer-session.ts';
import { isHeld, mayMissCard, type PayerPage, payerPageView } from './payer-page.ts';
import {
  type PayerLink,
  type PaymentForm,
  paymentContext,
  paymentForm,
  reload,
  type Step,
  waiting,
} from './payment-context.ts';
import { type Terms, termsOfCart, termsOfProvider } from './payment-terms.ts';
import { reconcileRoot } from './reconcile-root.ts';

export interface PreparedPayment {
  readonly page: PayerPage;
  /** Null when the payer has nothing to do: see the page's state. */
  readonly form: PaymentForm | null;
  /** Whether the merchant's own server must act before the payer can pay. */
  readonly waiting: boolean;
}

/** Reserve, create, attach and confirm, with room for steps that concurrent writes made stale. */
const MAX_STEPS = 12;

/**
 * Brings the provider's side of a session to where the payer can pay exactly the current cart, on
 * the reserved integration path. Every step can be repeated: a second page, or this one after a
 * crash, continues where the first stopped.
 * @throws DomainError not_found, provider_error
 */
export async function preparePayment(
  deps: Deps,
  caller: Caller,
  link: PayerLink,
): Promise<PreparedPayment> {
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const loaded = await loadPayerSession(deps, caller, link.id);
    if (steps === 0 && isOutcomeUnknown(loaded.attempt, loaded.now)) {
      await resolveOutcome(deps, caller, link.id);
      continue;
    }
    // The delay of the network begins now.
    const canPay = isOpen(loaded.session.status) || mayMissCard(loaded);
    if (canPay && loaded.limits.network?.firstSeenAt === null) {
      await rememberNetwork(deps, caller, link.id);
      continue;
    }
    if (!isPayable(loaded)) {
      const missing = await missingCardForm(deps, caller, link, loaded);
      if (missing) await rememberNetwork(deps, caller, link.id);
      const page = payerPageView(loaded, missing?.terms);
      return { page, form: missing?.form ?? null, waiting: false };
    }
    const step = await advance(deps, caller, link, loaded);
    if (step.kind === 'reload') continue;
    if (step.kind === 'form') await rememberNetwork(deps, caller, link.id);
    const after = await loadPayerSession(deps, caller, link.id);
    return step.kind === 'form'
      ? { page: payerPageView(after, step.terms), form: step.form, waiting: false }
      : { page: payerPageView(after), form: null, waiting: true };
  }
  throw new DomainError('service_unavailable', undefined, { retryAfterSeconds: 1 });
}

function isPayable(loaded: PayerSession): boolean {
  const { session, attempt, now } = loaded;
  // No request is sent to the provider: the payer gets no form that could pay.
  if (isHeld(loaded)) return false;
  if (!isOpen(session.status) || hasPassed(session.expiresAt, now)) return false;
  return !['processing', 'unknown', 'succeeded', 'integrity_failed'].includes(attempt.status);
}

async function advance(
  deps: Deps,
  caller: Caller,
  link: PayerLink,
  loaded: LoadedSession,
): Promise<Step> {
  const { attempt, session } = loaded;
  if (attempt.status === 'unreserved') {
    await changeIfUnchanged(deps, caller, attempt, (change) =>
      reserve(change, hostedOptions(session.id)),
    );
    return reload;
  }
  if (['failed', 'canceled', 'expired'].includes(attempt.status)) {
    return startNextAttempt(deps, caller, loaded);
  }
  if (isFree(loaded)) {
    return (await settleFreeCart(deps, caller, loaded)) === 'open' ? waiting : reload;
  }
  return reconcileRoot(await paymentContext(deps, caller, link, loaded));
}

/** Supersedes an attempt that ended without a payment, if the page can create another object. */
async function startNextAttempt(deps: Deps, caller: Caller, loaded: LoadedSession): Promise<Step> {
  const { attempt, session, cartSnapshot } = loaded;
  // A cart that costs nothing needs no object.
  const plan = checkoutPlan(attempt, { ...session, cartSnapshot }, loaded.merchantName);
  if (!plan && session.finalAmountMinor > 0) return waiting;
  if (isCartRefused(loaded)) return waiting;
  if (attempt.status === 'failed') {
    const root = await closeRoot(deps, caller, attempt);
    if (root && !isClosed(root)) return root.outcome.kind === 'awaiting_payment' ? waiting : reload;
  }
  await changeIfUnchanged(deps, caller, attempt, (change, unchanged) => {
    requirePayable(change);
    const options = { ...attemptOptions(attempt), merchandiseSubtotalMinor: null };
    const { providerCustomerId } = attempt;
    const reason = 'payer_tries_again';
    supersede(deps, change, unchanged, { options, reason, providerCustomerId });
  });
  return reload;
}

/** The options that the payer page reserves with when the merchant has not reserved. */
function hostedOptions(sessionId: string): AttemptOptions {
  return {
    commercialMode: 'one_time',
    integrationPath: 'payment_intent',
    pricingMode: 'fixed',
    checkoutUiMode: null,
    directSubscriptionSource: null,
    providerOptionsFingerprint: fingerprint({ hosted_page: sessionId }),
    merchandiseSubtotalMinor: null,
  };
}

/**
 * The form that adds a card to a trial which the merchant's server started without one; null when
 * no card is missing or the payer has to wait. A provider outage must not hide the result of the payment.
 */
async function missingCardForm(
  deps: Deps,
  caller: Caller,
  link: PayerLink,
  loaded: PayerSession,
): Promise<{ form: PaymentForm; terms: Terms | null } | null> {
  const object = boundRoot(loaded.attempt);
  if (!mayMissCard(loaded) || !object || isHeld(loaded)) return null;
  try {
    const { provider, config } = await paymentContext(deps, caller, link, loaded);
    const access = await provider.readPayerAccess(object);
    if (access?.mount.kind !== 'setup') return null;
    const terms = termsOfProvider(0, access, termsOfCart(loaded));
    return { form: paymentForm(config, access.mount), terms };
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
