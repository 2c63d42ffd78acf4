import type { LoadedSession } from '@parley/db';
import { type AttemptOptions, DomainError, isOpen } from '@parley/domain';
import { closeRoot } from '../attempt/close-root.ts';
import { requirePayable } from '../attempt/preconditions.ts';
import { attemptOptions, reserve } from '../attempt/reserve-attempt.ts';
import { isOutcomeUnknown, resolveOutcome } from '../attempt/resolve-first.ts';
import { settleNothingDue } from '../attempt/settle-attempt.ts';
import { supersede } from '../attempt/supersede-attempt.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { fingerprint } from '../request/fingerprint.ts';
import { loadSession } from '../session/get-session.ts';
import { changeSession } from '../session/session-change.ts';
import { fitRoot } from './fit-root.ts';
import { missingCard } from './missing-card.ts';
import { again, type PayerLink, pagePayment, type Step, waiting } from './page-payment.ts';
import { type PayerPage, payerPageView } from './payer-page.ts';
import type { PaymentForm } from './payment-form.ts';
import { saleOf } from './sale.ts';

export interface PreparedPayment {
  readonly page: PayerPage;
  /** Null where the payer has nothing to do: see the page's state. */
  readonly form: PaymentForm | null;
  /** Whether the merchant's own server has to go on before the payer can. */
  readonly waiting: boolean;
}

/** Steps one preparation may take: reserve, create, attach and confirm, with room for others' writes. */
const MAX_STEPS = 12;

/**
 * Brings the provider's side of a session to where the payer can pay exactly the current cart, on
 * whatever path it was reserved for, and says how. Every step is safe to repeat: another page, or
 * this one after a crash, goes on from where it was left.
 * @throws DomainError not_found, provider_error
 */
export async function preparePayment(
  deps: Deps,
  caller: Caller,
  link: PayerLink,
): Promise<PreparedPayment> {
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const loaded = await loadSession(deps, caller, link.id);
    if (steps === 0 && isOutcomeUnknown(loaded.attempt, loaded.now)) {
      await resolveOutcome(deps, caller, link.id);
      continue;
    }
    if (!isPayable(loaded)) {
      const missing = await missingCard(deps, caller, link, loaded);
      const page = payerPageView(loaded, missing?.terms);
      return { page, form: missing?.form ?? null, waiting: false };
    }
    const step = await advance(deps, caller, link, loaded);
    if (step.kind === 'again') continue;
    const after = await loadSession(deps, caller, link.id);
    return step.kind === 'form'
      ? { page: payerPageView(after, step.terms), form: step.form, waiting: false }
      : { page: payerPageView(after), form: null, waiting: true };
  }
  throw new DomainError('service_unavailable', undefined, { retryAfterSeconds: 1 });
}

function isPayable({ session, attempt, now }: LoadedSession): boolean {
  if (!isOpen(session.status) || session.expiresAt <= now) return false;
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
    await changeSession(deps, caller, session.id, async (change) => {
      if (change.attempt.status !== 'unreserved') return;
      await reserve(change, hostedOptions(session.id));
      if (change.session.finalAmountMinor === 0) settleNothingDue(change, change.attempt);
    });
    return again;
  }
  if (['failed', 'canceled', 'expired'].includes(attempt.status)) {
    return beginAnew(deps, caller, loaded);
  }
  if (session.finalAmountMinor === 0 && attempt.commercialMode === 'one_time') {
    await changeSession(deps, caller, session.id, (change) => {
      if (change.attempt.version !== attempt.version || change.attempt.id !== attempt.id) return;
      settleNothingDue(change, change.attempt);
    });
    return again;
  }
  return fitRoot(await pagePayment(deps, caller, link, loaded));
}

/** Supersedes an attempt that ended without money, where the page can create another object. */
async function beginAnew(deps: Deps, caller: Caller, loaded: LoadedSession): Promise<Step> {
  const { attempt, session, cartSnapshot } = loaded;
  if (saleOf(attempt, { ...session, cartSnapshot }, loaded.merchantName) === null) return waiting;
  if (attempt.status === 'failed') await closeRoot(deps, caller, attempt);
  await changeSession(deps, caller, session.id, async (change) => {
    if (change.attempt.version !== attempt.version) return;
    requirePayable(change);
    const options = { ...attemptOptions(attempt), merchandiseSubtotalMinor: null };
    const { providerCustomerId } = attempt;
    const reason = 'payer_tries_again';
    await supersede(deps, change, change.attempt, { options, reason, providerCustomerId });
  });
  return again;
}

/** The options under which the hosted page reserves, where the merchant has not. */
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
