import type { AttemptRecord, LoadedSession } from '@parley/db';
import { type Charge, DomainError, isOpen, isSameCharge } from '@parley/domain';
import type { PayerAccess, ProviderRoot } from '@parley/provider';
import { attach } from '../attempt/attach-provider-object.ts';
import { boundRoot } from '../attempt/bind-root.ts';
import { checkoutPlan } from '../attempt/checkout-plan.ts';
import { confirmCart } from '../attempt/confirm-provider-cart.ts';
import { createOrFail } from '../attempt/create-or-fail.ts';
import { withRetryDeadline } from '../attempt/retry-deadline.ts';
import { settleAttempt } from '../attempt/settle-attempt.ts';
import { fingerprint } from '../request/fingerprint.ts';
import { changeIfUnchanged } from '../session-change/change-session.ts';
import { loadSession } from '../session-change/load-session.ts';
import { requirePayable } from '../session-change/preconditions.ts';
import type { SessionChange } from '../session-change/session-change.ts';
import { createRoot } from './create-root.ts';
import { matchRootToCart } from './match-root-to-cart.ts';
import { type PaymentContext, paymentForm, reload, type Step, waiting } from './payment-context.ts';
import { termsOfCart, termsOfProvider } from './payment-terms.ts';

/** Creates the attempt's root object, or replaces one that does not take the current charge, and confirms it. */
export async function reconcileRoot(payment: PaymentContext): Promise<Step> {
  const { attempt } = payment.loaded;
  const found = await withRetryDeadline(attempt, () => readOrCreateRoot(payment));
  if ('kind' in found) return found;
  const { kind } = found.outcome;
  if (kind !== 'awaiting_payment') {
    await settle(payment, found);
    if (kind !== 'action_required') return reload;
  }
  const isChallenged = kind === 'action_required' || attempt.status === 'action_required';
  return isChallenged ? resumeChallenge(payment, found) : reconcile(payment, found);
}

/** The attempt's root object, read or created; or the step that must come first. */
async function readOrCreateRoot(payment: PaymentContext): Promise<ProviderRoot | Step> {
  const { deps, caller, provider, loaded } = payment;
  const object = boundRoot(loaded.attempt);
  if (object) {
    const root = await provider.readRoot(object);
    if (root) return root;
    throw new DomainError('provider_error', 'The provider no longer returns the payment.');
  }
  const created = await createOrFail(deps, caller, loaded.attempt, () => createRoot(payment));
  return created ?? reload;
}

/** The bank takes what the object says: a challenge for another charge than the page shows is not presented. */
async function resumeChallenge(payment: PaymentContext, root: ProviderRoot): Promise<Step> {
  if (takesFinalCharge(payment.loaded, root)) return formFor(payment, root);
  return isReplaceable(payment.loaded) ? closeForReplacement(payment, root) : waiting;
}

/** Whether an object takes exactly the charge that binds the payer, or nothing now, as before a trial. */
export const takesFinalCharge = ({ session }: LoadedSession, { charge }: ProviderRoot): boolean =>
  charge !== null &&
  (charge.amountMinor === 0 ||
    isSameCharge(charge, {
      amountMinor: session.finalAmountMinor,
      currency: session.finalCurrency,
    }));

/** Whether the payer page can create an object for the current cart. */
const isReplaceable = ({ attempt, session, cartSnapshot }: LoadedSession): boolean =>
  checkoutPlan(attempt, { ...session, cartSnapshot }, '') !== null;

/** Records the state of the root object, unless the attempt has changed since it was read. */
async function settle({ deps, caller, loaded }: PaymentContext, root: ProviderRoot) {
  await changeIfUnchanged(deps, caller, loaded.attempt, (change, attempt) =>
    settleAttempt(change, attempt, root),
  );
}

async function reconcile(payment: PaymentContext, root: ProviderRoot): Promise<Step> {
  const { loaded } = payment;
  const access = await readAccess(payment, root);
  const terms =
    access && termsOfProvider(root.charge?.amountMinor ?? 0, access, termsOfCart(loaded));
  const createdFor = await chargeCreatedFor(payment);
  const replaceable = isReplaceable(loaded);
  const match = matchRootToCart({ loaded, root, terms, createdFor, replaceable });
  switch (match.kind) {
    case 'replace':
      return closeForReplacement(payment, root);
    case 'wait':
      // Attach a new object, so that the merchant can see and confirm it.
      if (loaded.attempt.providerRootObjectId === null) await recordRoot(payment, root, null);
      return waiting;
    case 'matches':
      await recordRoot(payment, root, match.charge);
      return formFor(payment, root, access);
  }
}

/** The charge of the cart that the root object was confirmed for, or else created for. */
async function chargeCreatedFor({ deps, caller, loaded }: PaymentContext): Promise<Charge> {
  const { attempt, session } = loaded;
  const version = attempt.confirmedCartVersion ?? attempt.reservedCartVersion;
  if (version === null || version === session.cartVersion) return session;
  return deps.database.forScope(caller).carts.find(session.id, version);
}

/**
 * Closes a root object that cannot take the current charge, which ends its attempt; the next step
 * supersedes it. A payment that arrived before the object was closed counts.
 */
async function closeForReplacement(payment: PaymentContext, root: ProviderRoot): Promise<Step> {
  const { deps, caller, provider, loaded } = payment;
  const closed = await withRetryDeadline(loaded.attempt, () => provider.closeRoot(root));
  await changeIfUnchanged(deps, caller, loaded.attempt, (change, attempt) => {
    if (closed) settleAttempt(change, attempt, closed);
    else change.attemptCommand('cancel', {}, { of: attempt, reason: 'cart_changed' });
  });
  return reload;
}

/** Attaches the root object if it is new, and confirms the charge that it takes. */
async function recordRoot(
  { deps, caller, loaded }: PaymentContext,
  root: ProviderRoot,
  charge: Charge | null,
): Promise<void> {
  await changeIfUnchanged(deps, caller, loaded.attempt, async (change, unchanged) => {
    requirePayable(change);
    if (change.session.cartVersion !== loaded.session.cartVersion) return;
    const attempt = unchanged.providerRootObjectId
      ? unchanged
      : await attach(change, unchanged, { ...root, role: 'root' });
    if (charge && needsConfirmation(attempt, charge)) confirm(change, attempt, root, charge);
  });
}

/** Whether the charge is not confirmed yet; a total that the provider finalizes may change again. */
const needsConfirmation = (attempt: AttemptRecord, charge: Charge): boolean =>
  attempt.status === 'attached' ||
  (attempt.pricingMode === 'provider_finalized' &&
    attempt.status === 'confirmed' &&
    attempt.confirmedAmountMinor !== charge.amountMinor);

function confirm(
  change: SessionChange,
  attempt: AttemptRecord,
  root: ProviderRoot,
  { amountMinor, currency }: Charge,
): void {
  const finalized = attempt.pricingMode === 'provider_finalized';
  const confirmation = {
    amountMinor,
    currency,
    cartVersion: change.session.cartVersion,
    evidenceSha256: evidenceOf(root),
    merchandiseSubtotalMinor: finalized
      ? (attempt.merchandiseSubtotalMinor ?? change.session.amountMinor)
      : null,
  };
  confirmCart(change, attempt, confirmation, { observed: true });
}

/** The evidence of a confirmation: a fingerprint of the object as read from the provider. */
function evidenceOf(root: ProviderRoot): string {
  return fingerprint({
    id: root.id,
    type: root.type,
    charge: root.charge,
    metadata: root.metadata,
  });
}

/** The form, if the payer can pay exactly the current cart with it. */
async function formFor(
  payment: PaymentContext,
  root: ProviderRoot,
  knownAccess?: PayerAccess | null,
): Promise<Step> {
  const { deps, caller, config, loaded } = payment;
  const access = knownAccess ?? (await readAccess(payment, root));
  const after = await loadSession(deps, caller, loaded.session.id);
  const payable =
    isOpen(after.session.status) &&
    after.attempt.id === loaded.attempt.id &&
    (after.attempt.status === 'confirmed' || after.attempt.status === 'action_required') &&
    after.session.cartVersion === loaded.session.cartVersion;
  if (!payable) return reload;
  if (!access) return waiting;
  const terms = termsOfProvider(root.charge?.amountMinor ?? 0, access, termsOfCart(after));
  return { kind: 'form', form: paymentForm(config, access.mount), terms };
}

/** How the payer's browser reaches the object; a payment intent already carries its secret. */
async function readAccess(
  { provider }: PaymentContext,
  { id, type, clientSecret }: ProviderRoot,
): Promise<PayerAccess | null> {
  if (type !== 'payment_intent') return provider.readPayerAccess({ id, type });
  if (clientSecret === null) return null;
  return { mount: { kind: 'payment', clientSecret }, recurring: [], trialEnd: null };
}
