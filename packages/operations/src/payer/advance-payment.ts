import { DomainError, isOpen, type ObjectRole } from '@parley/domain';
import {
  isAwaitingPayer,
  isComplete,
  type ObjectRef,
  type PayerAccess,
  type ProviderRoot,
} from '@parley/provider';
import { attach } from '../attempt/attach-provider-object.ts';
import { boundRoot } from '../attempt/bind-root.ts';
import { findAttemptCart } from '../attempt/checkout-plan.ts';
import { confirmCart } from '../attempt/confirm-provider-cart.ts';
import { createOrFail } from '../attempt/create-or-fail.ts';
import { closeOwn } from '../attempt/foreign-object.ts';
import { withRetryDeadline } from '../attempt/retry-deadline.ts';
import { settleRoot } from '../attempt/settle-attempt.ts';
import { createSubscription, recordSetupDecline } from '../attempt/start-trial.ts';
import { syncAttempt } from '../attempt/sync-attempt.ts';
import { fingerprint } from '../request/fingerprint.ts';
import { attemptIdentity } from '../session-change/attempt-view.ts';
import { changeIfSessionUnchanged } from '../session-change/change-session.ts';
import type { SessionChange } from '../session-change/session-change.ts';
import { createRoot, getEmail } from './create-root.ts';
import { loadPayerSession, rememberNetwork } from './load-payer-session.ts';
import { mayMissCard, payerPageView } from './payer-page.ts';
import {
  type PaymentContext,
  type PreparationContext,
  type PreparedPayment,
  paymentContext,
  paymentForm,
  showPage,
  waitForMerchant,
} from './payment-context.ts';
import { termsOfCart, termsOfProvider } from './payment-terms.ts';
import {
  mountOnly,
  type ObservedTask,
  type PaymentView,
  planMissingCard,
  planObserved,
} from './plan-payment.ts';

type Task<Kind extends ObservedTask['kind']> = Extract<ObservedTask, { kind: Kind }>;

/**
 * Reads what the provider shows of a session that can be paid, and does what follows from it.
 * @returns null when the session has to be read again
 * @throws DomainError provider_error, service_unavailable
 */
export async function advancePayment(context: PreparationContext): Promise<PreparedPayment | null> {
  const payment = await paymentContext(context);
  return withRetryDeadline(context.loaded.attempt, async () => {
    const object = boundRoot(context.loaded.attempt);
    const root = object && (await payment.provider.readRoot(object));
    if (object && !root) {
      throw new DomainError('provider_error', 'The provider no longer returns the payment.');
    }
    return runTask(payment, planObserved(await readView(payment, root)));
  });
}

/** Offers a form that adds a card to a trial which the merchant's server started without one. */
export async function addCard(context: PreparationContext): Promise<PreparedPayment | null> {
  try {
    const payment = await paymentContext(context);
    const object = boundRoot(context.loaded.attempt);
    return await runTask(payment, planMissingCard(object && (await readAccess(payment, object))));
  } catch (error) {
    // An outage of the provider must not hide the result of the payment.
    if (error instanceof DomainError) return showPage(context.loaded);
    throw error;
  }
}

/** Everything that decides the next task, around the root object as just read or created. */
async function readView(payment: PaymentContext, root: ProviderRoot | null): Promise<PaymentView> {
  const { deps, caller, provider, loaded } = payment;
  const setupId = root ? null : loaded.attempt.providerSetupIntentId;
  const setup = setupId ? await provider.readSetupIntent(setupId) : null;
  const shown = setup?.decline;
  const { history } = deps.database.forScope(caller);
  const isNew = shown?.id && !(await history.hasDecline(shown.id));
  return {
    loaded,
    root,
    access: root && isAwaitingPayer(root.outcome) ? await readAccess(payment, root) : null,
    createdFor: await findAttemptCart(deps, caller, loaded),
    setup,
    decline: isNew ? shown : null,
  };
}

/** A payment intent that was just read carries its secret. */
async function readAccess(
  { provider }: PaymentContext,
  { type, id, clientSecret }: ObjectRef & { readonly clientSecret?: string | null },
): Promise<PayerAccess | null> {
  if (type !== 'payment_intent') return provider.readPayerAccess({ type, id });
  return clientSecret ? mountOnly('payment', clientSecret) : null;
}

/** Does one task. @returns null when the session has to be read again */
async function runTask(
  payment: PaymentContext,
  task: ObservedTask,
): Promise<PreparedPayment | null> {
  const { deps, caller, provider, loaded } = payment;
  const { attempt } = loaded;
  const { metadata, idempotencyKeys } = attemptIdentity(attempt);
  switch (task.kind) {
    case 'show':
      return showPage(loaded);
    case 'wait':
      return waitForMerchant(payment);
    case 'offer':
      return offer(payment, task);
    case 'create_customer': {
      const idempotencyKey = `${attempt.id}:customer`;
      const customer = { idempotencyKey, metadata, ...getEmail(loaded.session) };
      const create = () => provider.createCustomer(customer);
      const created = await createOrFail(deps, caller, attempt, create);
      return created === null ? null : attachRelated(payment, 'customer', created);
    }
    case 'create_setup_intent': {
      const { customerId } = task;
      // Stryker disable next-line StringLiteral: only the setup_intent source, which has this key, gets here
      const idempotencyKey = idempotencyKeys.setupIntent ?? '';
      const create = () => provider.createSetupIntent({ idempotencyKey, metadata, customerId });
      const created = await createOrFail(deps, caller, attempt, create);
      return created && attachRelated(payment, 'setup_intent', created.id);
    }
    case 'create_root': {
      const { cart, payer } = task;
      const create = () =>
        payer ? createSubscription(provider, attempt, cart, payer) : createRoot(payment, cart);
      // A refusal ends the attempt.
      const created = await createOrFail(deps, caller, attempt, create);
      return created && runTask(payment, planObserved(await readView(payment, created)));
    }
    case 'record_decline':
      await recordSetupDecline(deps, caller, attempt, task.decline);
      return null;
    case 'settle': {
      const { root } = task;
      const where = { sessionId: loaded.session.id, attemptId: attempt.id };
      // What went back of a payment, and a subscription, are recorded too.
      if (isComplete(root.outcome)) await syncAttempt(deps, caller, where, { objectId: root.id });
      else {
        await changeIfSessionUnchanged(deps, caller, loaded, (change) =>
          settleRoot(change, change.attempt, root),
        );
      }
      return null;
    }
    case 'close': {
      // A payment that arrived before the object was closed counts.
      const closed = task.root && (await closeOwn(deps, caller, attempt, task.root));
      await changeIfSessionUnchanged(deps, caller, loaded, (change) => {
        if (closed) settleRoot(change, change.attempt, closed);
        else change.attemptCommand('cancel', {}, { reason: 'cart_changed' });
      });
      return closed && isAwaitingPayer(closed.outcome) ? waitForMerchant(payment) : null;
    }
    case 'record': {
      const recorded = await changeIfSessionUnchanged(deps, caller, loaded, (change) =>
        record(change, task),
      );
      return recorded === 'stale' ? null : runTask(payment, task.next);
    }
  }
}

/** Attaches a customer or setup intent, unless the session has changed since it was read. */
async function attachRelated(
  { deps, caller, loaded }: PaymentContext,
  role: Exclude<ObjectRole, 'root'>,
  id: string,
): Promise<null> {
  await changeIfSessionUnchanged(deps, caller, loaded, (change) =>
    attach(change, change.attempt, { role, type: role, id }),
  );
  return null;
}

async function record(change: SessionChange, { root, charge }: Task<'record'>): Promise<void> {
  const attempt = change.attempt.providerRootObjectId
    ? change.attempt
    : await attach(change, change.attempt, { ...root, role: 'root' });
  if (!charge) return;
  const isFinalized = attempt.pricingMode === 'provider_finalized';
  const merchandise = attempt.merchandiseSubtotalMinor ?? change.session.amountMinor;
  const confirmation = {
    ...charge,
    cartVersion: change.session.cartVersion,
    evidenceSha256: getEvidence(root),
    merchandiseSubtotalMinor: isFinalized ? merchandise : null,
  };
  confirmCart(change, attempt, confirmation, { observed: true });
}

/** The evidence of a confirmation: a fingerprint of the object as read from the provider. */
const getEvidence = ({ id, type, charge, metadata }: ProviderRoot): string =>
  fingerprint({ id, type, charge, metadata });

/** The form, if the payer can still pay exactly the current cart with it. */
async function offer(
  { deps, caller, link, config, loaded }: PaymentContext,
  { access, dueNow, adjustments, statuses }: Task<'offer'>,
): Promise<PreparedPayment | null> {
  await rememberNetwork(deps, caller, link.id);
  const after = await loadPayerSession(deps, caller, link.id);
  const isSame =
    after.attempt.id === loaded.attempt.id &&
    statuses.includes(after.attempt.status) &&
    after.session.cartVersion === loaded.session.cartVersion &&
    (isOpen(after.session.status) || mayMissCard(after));
  if (!isSame) return null;
  const terms = termsOfProvider(dueNow, access, termsOfCart(after));
  const form = paymentForm(config, access.mount);
  return { page: payerPageView(after, terms, adjustments), form, waiting: false };
}
