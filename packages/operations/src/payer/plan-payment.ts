import type { LoadedSession } from '@parley/db';
import { type AttemptStatus, isOpen, isOpenNow, isSameMoney, type Money } from '@parley/domain';
import type {
  Adjustments,
  PayerAccess,
  ProviderDecline,
  ProviderRoot,
  ProviderSetup,
} from '@parley/provider';
import {
  type Cart,
  checkoutPlan,
  type PlannedCart,
  planAttemptCart,
} from '../attempt/checkout-plan.ts';
import { isFree } from '../attempt/free-cart.ts';
import type { SubscriptionPayer } from '../attempt/start-trial.ts';
import { isCartRefused, isOutcomeUnknown } from '../session-change/provider-check.ts';
import type { PayerSession } from './load-payer-session.ts';
import { matchRootToCart } from './match-root-to-cart.ts';
import { isPaymentBlocked, mayMissCard } from './payer-page.ts';
import { termsOfCart, termsOfProvider } from './payment-terms.ts';

/** A session as stored, and what the provider showed of its current attempt afterwards. */
export interface PaymentView {
  readonly loaded: PayerSession;
  /** Null while none is attached. */
  readonly root: ProviderRoot | null;
  /** How the payer's browser reaches the root object; null if it cannot. */
  readonly access: PayerAccess | null;
  /** The cart that the root object was confirmed for, or else is created for. */
  readonly createdFor: Cart;
  /** The setup intent with which the card of a trial is saved. */
  readonly setup: ProviderSetup | null;
  /** A declined card of the setup intent that is not recorded. */
  readonly decline: ProviderDecline | null;
}

/** What the stored session alone asks for; `observe` and `add_card` depend on what the provider shows. */
export type StoredTask =
  | 'resolve_outcome'
  | 'remember_network'
  | 'reserve'
  | 'complete_free'
  | 'supersede'
  | 'observe'
  | 'add_card'
  /** Only the merchant's own server can do the next step. */
  | 'wait'
  /** The payer has nothing to do: see the page's state. */
  | 'show';

/** What has to be done at the provider, or with what it shows. */
export type ObservedTask =
  | { readonly kind: 'wait' | 'show' }
  | { readonly kind: 'create_customer' }
  | { readonly kind: 'create_setup_intent'; readonly customerId: string }
  /** `payer` is that of a direct subscription. */
  | {
      readonly kind: 'create_root';
      readonly cart: PlannedCart;
      readonly payer: SubscriptionPayer | null;
    }
  | { readonly kind: 'record_decline'; readonly decline: ProviderDecline }
  /** The root object shows more than that it waits for the payer. */
  | { readonly kind: 'settle'; readonly root: ProviderRoot }
  /** The attempt is for another cart than the page shows, and its root object takes another charge. */
  | { readonly kind: 'close'; readonly root: ProviderRoot | null }
  /** Attaches the root object if it is new, and confirms the charge if there is one. */
  | {
      readonly kind: 'record';
      readonly root: ProviderRoot;
      readonly charge: Money | null;
      readonly next: ObservedTask;
    }
  | {
      readonly kind: 'offer';
      readonly access: PayerAccess;
      /** Minor units. */
      readonly dueNow: number;
      /** What the provider adds to the merchandise, if it shows it. */
      readonly adjustments?: Adjustments | undefined;
      /** The statuses in which the attempt takes what the payer submits. */
      readonly statuses: readonly AttemptStatus[];
    };

const wait: ObservedTask = { kind: 'wait' };

/** Pure: decides from the stored session alone. */
export function planStored(loaded: PayerSession, isFirst: boolean): StoredTask {
  const { attempt, session, limits, now } = loaded;
  if (isFirst && isOutcomeUnknown(attempt, now)) return 'resolve_outcome';
  const missesCard = mayMissCard(loaded);
  // The delay of the network begins now.
  const canPay = isOpen(session.status) || missesCard;
  if (canPay && limits.network?.firstSeenAt === null) return 'remember_network';
  // No request is sent to the provider: the payer gets no form that could pay.
  if (isPaymentBlocked(loaded)) return 'show';
  if (missesCard) return 'add_card';
  if (!isOpenNow(session, now)) return 'show';
  switch (attempt.status) {
    case 'processing':
    case 'unknown':
    case 'succeeded':
    case 'integrity_failed':
      return 'show';
    case 'unreserved':
      return 'reserve';
    case 'failed':
    case 'canceled':
    case 'expired': {
      // A cart that costs nothing needs no object.
      const canPrepare = isReplaceable(loaded) || session.finalAmountMinor === 0;
      return canPrepare && !isCartRefused(loaded) ? 'supersede' : 'wait';
    }
    default:
      return isFree(loaded) ? 'complete_free' : 'observe';
  }
}

/** Whether the payer page can create an object for the current cart. */
const isReplaceable = ({ attempt, session, cartSnapshot }: LoadedSession): boolean =>
  checkoutPlan(attempt, { ...session, cartSnapshot }, '') !== null;

/** Pure: decides from what the provider shows, too. */
export const planObserved = (view: PaymentView): ObservedTask =>
  view.root ? planRoot(view, view.root) : planCreation(view);

/** The form that adds a card to a trial which the merchant's server started without one. */
export const planMissingCard = (access: PayerAccess | null): ObservedTask =>
  access?.mount.kind === 'setup'
    ? { kind: 'offer', access, dueNow: 0, statuses: ['succeeded'] }
    : { kind: 'show' };

function planRoot(view: PaymentView, root: ProviderRoot): ObservedTask {
  const { loaded, access, createdFor } = view;
  const { attempt } = loaded;
  const isChallenged = attempt.status === 'action_required';
  const { kind } = root.outcome;
  const isKnown = kind === 'awaiting_payment' || (kind === 'action_required' && isChallenged);
  if (!isKnown) return { kind: 'settle', root };
  const dueNow = root.charge?.amountMinor ?? 0;
  const statuses = ['confirmed', 'action_required'] as const;
  const { adjustments } = root;
  const offer: ObservedTask = access
    ? { kind: 'offer', access, dueNow, adjustments, statuses }
    : wait;
  const replaceable = isReplaceable(loaded);
  const close: ObservedTask = { kind: 'close', root };
  if (isChallenged) {
    // The bank takes what the object says: a challenge for another charge than the page shows is not presented.
    if (takesFinalCharge(loaded, root)) return offer;
    return replaceable ? close : wait;
  }
  const terms = access && termsOfProvider(dueNow, access, termsOfCart(loaded));
  const match = matchRootToCart({ loaded, root, terms, createdFor, replaceable });
  const isNew = attempt.providerRootObjectId === null;
  switch (match.kind) {
    case 'replace':
      return close;
    case 'wait':
      // The merchant has to see a new object, to confirm it.
      return isNew ? { kind: 'record', root, charge: null, next: wait } : wait;
    case 'matches': {
      const { charge } = match;
      // A total that the provider finalizes may change again.
      const isConfirmed =
        attempt.status === 'confirmed' && attempt.confirmedAmountMinor === charge.amountMinor;
      return isConfirmed ? offer : { kind: 'record', root, charge, next: offer };
    }
  }
}

/** Whether an object takes exactly the charge that binds the payer, or nothing now, as before a trial. */
export const takesFinalCharge = ({ session }: LoadedSession, { charge }: ProviderRoot): boolean =>
  charge !== null &&
  (charge.amountMinor === 0 ||
    isSameMoney(charge, {
      amountMinor: session.finalAmountMinor,
      currency: session.finalCurrency,
    }));

function planCreation({ loaded, createdFor, setup, decline }: PaymentView): ObservedTask {
  const { attempt, session } = loaded;
  const cart = planAttemptCart(loaded, createdFor);
  if (!cart) return wait;
  if (attempt.integrationPath !== 'direct_subscription') {
    return { kind: 'create_root', cart, payer: null };
  }
  const usesSavedCard = attempt.directSubscriptionSource === 'saved_payment_method';
  const customerId = attempt.providerCustomerId;
  // The merchant has to name the customer whose saved card is charged.
  if (customerId === null) return usesSavedCard ? wait : { kind: 'create_customer' };
  const { trialDays } = cart.plan;
  if (trialDays === null) return { kind: 'create_root', cart, payer: { customerId } };
  // A trial with a saved card would start as soon as the payer opens the page. A trial of the provider's own prices
  // would start without the payer having seen what follows.
  if (usesSavedCard || termsOfCart(loaded) === null) return wait;
  if (attempt.reservedCartVersion !== session.cartVersion) return { kind: 'close', root: null };
  // The card comes first, because a trial starts with the creation of its subscription.
  if (attempt.providerSetupIntentId === null) return { kind: 'create_setup_intent', customerId };
  if (setup?.paymentMethodId) {
    const payer = { customerId, paymentMethodId: setup.paymentMethodId };
    // A card that the merchant's own server requested is the merchant's to use.
    const isOurs = attempt.setupIntentCreatedBy === 'payer_page';
    return isOurs ? { kind: 'create_root', cart, payer } : wait;
  }
  if (decline) return { kind: 'record_decline', decline };
  if (!setup || setup.isCanceled || setup.clientSecret === null) return wait;
  const access = mountOnly('setup', setup.clientSecret);
  return { kind: 'offer', access, dueNow: 0, statuses: ['reserved'] };
}

/** The access to an object of which the provider shows no recurring charges. */
export const mountOnly = (kind: 'payment' | 'setup', clientSecret: string): PayerAccess => ({
  mount: { kind, clientSecret },
  recurring: [],
  trialEnd: null,
});
