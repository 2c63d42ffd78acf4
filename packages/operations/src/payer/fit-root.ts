import type { AttemptRecord } from '@parley/db';
import { type Charge, DomainError } from '@parley/domain';
import type { PayerAccess, ProviderRoot } from '@parley/provider';
import { attach } from '../attempt/attach-provider-object.ts';
import { confirmCart } from '../attempt/confirm-provider-cart.ts';
import { requirePayable } from '../attempt/preconditions.ts';
import { withRetryDeadline } from '../attempt/retry-deadline.ts';
import { settleAttempt } from '../attempt/settle-attempt.ts';
import { fingerprint } from '../request/fingerprint.ts';
import { loadSession } from '../session/get-session.ts';
import { changeSession, type SessionChange } from '../session/session-change.ts';
import { createRoot } from './create-root.ts';
import { endAttempt } from './end-attempt.ts';
import { again, type PagePayment, type Step, waiting } from './page-payment.ts';
import { paymentForm } from './payment-form.ts';
import { rootFit } from './root-fit.ts';
import { saleOf } from './sale.ts';
import { termsOfCart, termsOfProvider } from './terms.ts';

/** Creates or changes the provider's object so that it takes the current charge, and confirms that. */
export async function fitRoot(payment: PagePayment): Promise<Step> {
  const { attempt } = payment.loaded;
  const found = await withRetryDeadline(attempt, () => ensureRoot(payment));
  if ('kind' in found) return found;
  if (found.outcome.kind !== 'awaiting_payment') {
    await settle(payment, found);
    return found.outcome.kind === 'action_required' ? mountable(payment, found) : again;
  }
  return attempt.status === 'action_required' ? mountable(payment, found) : makeFit(payment, found);
}

/** The attempt's object, read or created; or the step before it can be. */
async function ensureRoot(payment: PagePayment): Promise<ProviderRoot | Step> {
  const { providerRootObjectId: id, providerRootObjectType: type } = payment.loaded.attempt;
  if (!id || !type) return createRoot(payment);
  const root = await payment.provider.readRoot({ id, type });
  if (root) return root;
  throw new DomainError('provider_error', 'The provider does not know the payment any more.');
}

async function settle(payment: PagePayment, root: ProviderRoot): Promise<void> {
  const { deps, caller, loaded } = payment;
  await changeSession(deps, caller, loaded.session.id, (change) => {
    if (isAsRead(payment, change)) settleAttempt(change, change.attempt, root);
  });
}

async function makeFit(payment: PagePayment, read: ProviderRoot): Promise<Step> {
  const { provider, loaded } = payment;
  const { attempt, session } = loaded;
  const access = await accessTo(payment, read);
  const terms =
    access && termsOfProvider(read.charge?.amountMinor ?? 0, access, termsOfCart(loaded));
  const madeFor = await cartMadeFor(payment);
  const sellable = saleOf(attempt, { ...session, cartSnapshot: loaded.cartSnapshot }, '') !== null;
  const fit = rootFit({ loaded, root: read, terms, madeFor, sellable });
  switch (fit.kind) {
    case 'replace':
      return endAttempt(payment, read);
    case 'wait':
      // Attached, it is there for the merchant to see and to confirm.
      if (attempt.providerRootObjectId === null) await record(payment, read, null);
      return waiting;
    case 'change': {
      const charge = { amountMinor: session.amountMinor, currency: session.currency };
      const root = await provider.changePaymentIntent(read.id, charge);
      await record(payment, root, charge);
      return mountable(payment, root);
    }
    case 'fits':
      await record(payment, read, fit.charge);
      return mountable(payment, read, access);
  }
}

/** The charge of the cart the object was made for, or confirmed for since. */
async function cartMadeFor({ deps, caller, loaded }: PagePayment): Promise<Charge> {
  const { attempt, session } = loaded;
  const version = attempt.confirmedCartVersion ?? attempt.reservedCartVersion;
  if (version === null || version === session.cartVersion) return session;
  return deps.database.forScope(caller).carts.find(session.id, version);
}

/** Attaches the object where it is new, and confirms the charge it takes. */
async function record(
  payment: PagePayment,
  root: ProviderRoot,
  charge: Charge | null,
): Promise<void> {
  const { deps, caller, loaded } = payment;
  await changeSession(deps, caller, loaded.session.id, async (change) => {
    if (!isAsRead(payment, change)) return;
    requirePayable(change);
    if (change.session.cartVersion !== loaded.session.cartVersion) return;
    let current = change.attempt;
    if (!current.providerRootObjectId) {
      current = await attach(change, current, { role: 'root', type: root.type, id: root.id });
    }
    if (charge && needsConfirming(current, charge)) confirm(change, current, root, charge);
  });
}

/** Whether the charge was not confirmed yet; the provider's own total may have changed since. */
const needsConfirming = (attempt: AttemptRecord, charge: Charge): boolean =>
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

/** What the confirmation rests on: the object as the provider showed it. */
function evidenceOf(root: ProviderRoot): string {
  return fingerprint({
    id: root.id,
    type: root.type,
    amount_minor: root.charge?.amountMinor ?? null,
    currency: root.charge?.currency ?? null,
    metadata: root.metadata,
  });
}

/** The form, if the payer can pay exactly the current cart with it. */
async function mountable(
  payment: PagePayment,
  root: ProviderRoot,
  known?: PayerAccess | null,
): Promise<Step> {
  const { deps, caller, config, loaded } = payment;
  const access = known ?? (await accessTo(payment, root));
  const after = await loadSession(deps, caller, loaded.session.id);
  const payable =
    after.attempt.id === loaded.attempt.id &&
    (after.attempt.status === 'confirmed' || after.attempt.status === 'action_required') &&
    after.session.cartVersion === loaded.session.cartVersion;
  if (!payable) return again;
  if (!access) return waiting;
  const terms = termsOfProvider(root.charge?.amountMinor ?? 0, access, termsOfCart(after));
  return { kind: 'form', form: paymentForm(config, access.mount), terms };
}

/** A payment intent has told how to be mounted when it was read. */
async function accessTo(
  { provider }: PagePayment,
  { id, type, clientSecret }: ProviderRoot,
): Promise<PayerAccess | null> {
  if (type !== 'payment_intent') return provider.readPayerAccess({ id, type });
  if (clientSecret === null) return null;
  return { mount: { kind: 'payment', clientSecret }, recurring: [], trialEnd: null };
}

/** Whether nobody has written to the attempt since it was read. */
function isAsRead({ loaded: { attempt } }: PagePayment, change: SessionChange): boolean {
  return change.attempt.id === attempt.id && change.attempt.version === attempt.version;
}
