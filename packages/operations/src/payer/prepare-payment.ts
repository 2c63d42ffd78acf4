import type { AttemptRecord, LoadedSession } from '@parley/db';
import {
  type AttemptOptions,
  type Charge,
  DomainError,
  isOpen,
  providerIdentity,
  sameCharge,
} from '@parley/domain';
import type { Provider, ProviderRoot } from '@parley/provider';
import { attach } from '../attempt/attach-provider-object.ts';
import { closeRoot } from '../attempt/close-root.ts';
import { confirmCart } from '../attempt/confirm-provider-cart.ts';
import { requirePayable } from '../attempt/preconditions.ts';
import { attemptOptions, reserve } from '../attempt/reserve-attempt.ts';
import { withRetryDeadline } from '../attempt/retry-deadline.ts';
import { settleAttempt, settleNothingDue } from '../attempt/settle-attempt.ts';
import { supersede } from '../attempt/supersede-attempt.ts';
import type { Caller } from '../request/caller.ts';
import type { Deps } from '../request/deps.ts';
import { fingerprint } from '../request/fingerprint.ts';
import { providerOf } from '../request/provider-of.ts';
import { loadSession } from '../session/get-session.ts';
import { changeSession } from '../session/session-change.ts';
import { type PayerPage, payerPageView } from './payer-page.ts';

/** What the payer's browser needs to mount the provider's card frame. */
export interface PaymentForm {
  readonly script_url: string;
  readonly publishable_key: string;
  readonly client_secret: string;
}

export interface PreparedPayment {
  readonly page: PayerPage;
  /** Null where there is nothing to pay now: see the page's state. */
  readonly form: PaymentForm | null;
}

/** Steps one preparation may take: reserve, create, attach and confirm, with room for others' writes. */
const MAX_STEPS = 8;

/**
 * Brings the provider's side of a session to where the payer can pay exactly the current cart, and
 * says how. Every step is safe to repeat: another page, or this one after a crash, goes on from
 * where it was left.
 * @throws DomainError not_found, provider_error
 */
export async function preparePayment(
  deps: Deps,
  caller: Caller,
  input: { id: string },
): Promise<PreparedPayment> {
  for (let step = 0; step < MAX_STEPS; step++) {
    const loaded = await loadSession(deps, caller, input.id);
    if (!isPayable(loaded)) return { page: payerPageView(loaded), form: null };
    const form = await advance(deps, caller, loaded);
    if (form) return { page: payerPageView(await loadSession(deps, caller, input.id)), form };
  }
  throw new DomainError('service_unavailable', undefined, { retryAfterSeconds: 1 });
}

function isPayable({ session, attempt, now }: LoadedSession): boolean {
  if (!isOpen(session.status) || session.expiresAt <= now) return false;
  // Another path is the merchant's own to lead.
  if (attempt.status !== 'unreserved' && attempt.integrationPath !== 'payment_intent') return false;
  return !['processing', 'unknown', 'succeeded', 'integrity_failed'].includes(attempt.status);
}

/** One step; the form when the last one is done. */
async function advance(
  deps: Deps,
  caller: Caller,
  loaded: LoadedSession,
): Promise<PaymentForm | null> {
  const { attempt, session } = loaded;
  switch (attempt.status) {
    case 'unreserved':
      await changeSession(deps, caller, session.id, async (change) => {
        if (change.attempt.status !== 'unreserved') return;
        await reserve(change, hostedOptions(session.id));
        if (change.session.finalAmountMinor === 0) settleNothingDue(change, change.attempt);
      });
      return null;
    case 'failed':
    case 'canceled':
    case 'expired':
      if (attempt.status === 'failed') await closeRoot(deps, caller, attempt);
      await changeSession(deps, caller, session.id, async (change) => {
        if (change.attempt.version !== attempt.version) return;
        requirePayable(change);
        const options = { ...attemptOptions(attempt), merchandiseSubtotalMinor: null };
        await supersede(deps, change, change.attempt, { options, reason: 'payer_tries_again' });
      });
      return null;
    default:
      return fitRoot(deps, caller, loaded);
  }
}

/** Creates or changes the payment intent so that it takes the current charge, and confirms that. */
async function fitRoot(
  deps: Deps,
  caller: Caller,
  loaded: LoadedSession,
): Promise<PaymentForm | null> {
  const { attempt, session } = loaded;
  const config = await deps.database.of(caller).pspConfigs.find(attempt.merchantPspConfigId ?? '');
  if (!config) throw new DomainError('provider_error', 'The provider account is gone.');
  const provider = providerOf(deps, config);
  const charge: Charge = { amountMinor: session.amountMinor, currency: session.currency };

  let root = await withRetryDeadline(attempt, () => ensureRoot(deps, caller, provider, loaded));
  const ready = root.outcome.kind === 'awaiting_payment';
  if (ready && attempt.status !== 'action_required' && !represents(root, charge)) {
    root = await provider.changePaymentIntent(root.id, charge);
  }
  await changeSession(deps, caller, session.id, async (change) => {
    if (change.attempt.version !== attempt.version || change.attempt.id !== attempt.id) return;
    if (!ready) return settleAttempt(change, change.attempt, root);
    requirePayable(change);
    if (change.session.cartVersion !== session.cartVersion) return;
    let current: AttemptRecord = change.attempt;
    if (!current.providerRootObjectId) {
      current = await attach(change, current, { role: 'root', type: root.type, id: root.id });
    }
    if (current.status === 'attached') {
      confirmCart(change, current, {
        ...charge,
        cartVersion: session.cartVersion,
        evidenceSha256: evidenceOf(root),
        merchandiseSubtotalMinor:
          current.pricingMode === 'provider_finalized'
            ? (current.merchandiseSubtotalMinor ?? charge.amountMinor)
            : null,
      });
    }
  });
  const after = await loadSession(deps, caller, session.id);
  const payable =
    after.attempt.id === attempt.id &&
    (after.attempt.status === 'confirmed' || after.attempt.status === 'action_required') &&
    after.session.cartVersion === session.cartVersion;
  if (!payable || root.clientSecret === null) return null;
  return {
    script_url: config.scriptUrl,
    publishable_key: config.publishableKey,
    client_secret: root.clientSecret,
  };
}

/** The attempt's payment intent; created, under the reserved key, with what was reserved. */
async function ensureRoot(
  deps: Deps,
  caller: Caller,
  provider: Provider,
  { attempt, session }: LoadedSession,
): Promise<ProviderRoot> {
  if (attempt.providerRootObjectId && attempt.providerRootObjectType) {
    const root = await provider.readRoot({
      id: attempt.providerRootObjectId,
      type: attempt.providerRootObjectType,
    });
    if (root) return root;
    throw new DomainError('provider_error', 'The provider does not know the payment any more.');
  }
  const identity = providerIdentity(
    { attemptId: attempt.id, sessionId: session.id },
    { integrationPath: attempt.integrationPath, directSubscriptionSource: 'setup_intent' },
  );
  // A repeat must be equal to the first try to the letter, even when the cart has changed since.
  const cart = await deps.database
    .of(caller)
    .carts.find(session.id, attempt.reservedCartVersion ?? session.cartVersion);
  return provider.createPaymentIntent({
    charge: { amountMinor: cart.amountMinor, currency: cart.currency },
    idempotencyKey: identity.idempotencyKeys.root,
    metadata: identity.metadata,
    ...(session.payerEmail ? { receiptEmail: session.payerEmail } : {}),
  });
}

const represents = (root: ProviderRoot, charge: Charge): boolean =>
  root.charge !== null && sameCharge(root.charge, charge);

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

/** The options under which the hosted page reserves. */
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
