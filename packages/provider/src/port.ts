import type { Charge, ProviderSubscriptionItem } from '@parley/domain';
import type {
  NewCheckoutSession,
  NewCustomer,
  NewPaymentIntent,
  NewSetupIntent,
  NewSubscription,
} from './creations.ts';
import type { ProviderNotification } from './notification.ts';
import type { PayerAccess, ProviderSetup } from './payer-access.ts';

/** How to reach one merchant's account at the provider. */
export interface ProviderAccount {
  /** Origin of the API, e.g. https://api.stripe.com */
  readonly apiUrl: string;
  readonly secretKey: string;
}

/** Where a root object stands, in words that do not depend on its kind. */
export type ProviderOutcome =
  /** The payer can pay; `declineCode` says why the last try did not work. */
  | { readonly kind: 'awaiting_payment'; readonly declineCode: string | null }
  | { readonly kind: 'action_required' }
  /** Accepted, the money not settled yet. */
  | { readonly kind: 'processing' }
  | { readonly kind: 'succeeded'; readonly taken: Charge }
  /** Done without money now: a trial, or nothing to pay. */
  | { readonly kind: 'nothing_due' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'canceled'; readonly reason: string | null }
  | { readonly kind: 'expired' };

/** The metadata that ties an object to an attempt; null where the object carries none. */
export interface ProxyMetadata {
  readonly attemptId: string | null;
  readonly sessionId: string | null;
  readonly contractVersion: string | null;
}

/** A root object as the provider shows it now. */
export interface ProviderRoot {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  /** What it would take, or has taken; null before the provider knows. */
  readonly charge: Charge | null;
  /** Before taxes and shipping that the provider adds; null where the kind does not tell. Minor units. */
  readonly merchandiseSubtotalMinor: number | null;
  readonly outcome: ProviderOutcome;
  /** The subscription it began; null where there is none (yet). */
  readonly subscriptionId: string | null;
  readonly metadata: ProxyMetadata;
  readonly customerId: string | null;
  /** Lets the payer's browser act on this one object; null where the kind has none. */
  readonly clientSecret: string | null;
}

/** Money the provider shows as taken, all in minor units of one currency. */
export interface ProviderMoney {
  readonly takenMinor: number;
  readonly refundedMinor: number;
  readonly currency: string;
}

/** A subscription as the provider shows it now. */
export interface ProviderSubscription {
  readonly id: string;
  /** The provider's own word. */
  readonly status: string;
  readonly customerId: string | null;
  readonly cancelAt: Date | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly currentPeriodStart: Date | null;
  readonly currentPeriodEnd: Date | null;
  readonly trialEnd: Date | null;
  readonly endedAt: Date | null;
  readonly pauseCollectionBehavior: string | null;
  /** All of them. */
  readonly items: readonly ProviderSubscriptionItem[];
  readonly latestInvoice: {
    readonly id: string;
    /** Minor units. */
    readonly amountMinor: number;
    readonly currency: string;
    /** paid, open, failed, action_required, void, uncollectible or draft. */
    readonly paymentStatus: string;
  } | null;
}

/** Names one object. */
export interface ObjectRef {
  readonly type: string;
  readonly id: string;
}

/**
 * The provider, as the operations need it. Every call throws DomainError provider_error when the
 * provider refuses or does not answer; repeating a creation with its idempotency key is safe.
 */
export interface Provider {
  /** The account the secret key belongs to; null when the provider does not take the key. */
  readAccount(): Promise<{ readonly id: string } | null>;
  createPaymentIntent(input: NewPaymentIntent): Promise<ProviderRoot>;
  createCheckoutSession(input: NewCheckoutSession): Promise<ProviderRoot>;
  /** Incomplete until its first invoice is paid, where something is due. */
  createSubscription(input: NewSubscription): Promise<ProviderRoot>;
  /** @returns its id */
  createCustomer(input: NewCustomer): Promise<string>;
  createSetupIntent(input: NewSetupIntent): Promise<ProviderSetup>;
  /** Null when the provider has none of this id. */
  readSetupIntent(id: string): Promise<ProviderSetup | null>;
  /** Gives an unpaid payment intent another charge. */
  changePaymentIntent(id: string, charge: Charge): Promise<ProviderRoot>;
  /** The object as it is now; null when the provider has none of this id. */
  readRoot(object: ObjectRef): Promise<ProviderRoot | null>;
  /** How the payer's browser takes part in an object that waits for it; null where it cannot. */
  readPayerAccess(object: ObjectRef): Promise<PayerAccess | null>;
  /**
   * Ends an object so that it can take no money any more; what it then is. One that was paid, or
   * whose trial runs, is left as it is: money that was faster counts.
   */
  closeRoot(object: ObjectRef): Promise<ProviderRoot | null>;
  /** The money an object took, and what of it went back since; null where it took none. */
  readMoney(object: ObjectRef): Promise<ProviderMoney | null>;
  readSubscription(id: string): Promise<ProviderSubscription | null>;
  /** What stands above an object: the subscription of an invoice, the checkout session of either. */
  findOwners(object: ObjectRef): Promise<readonly ObjectRef[]>;
  /**
   * The object of this type that was created for an attempt, found by its metadata; null when there
   * is none. What was created within the last minutes may not be found yet.
   * @param created when it can have been created
   */
  findByAttempt(
    type: string,
    attemptId: string,
    created: { readonly from: Date; readonly until: Date },
  ): Promise<ProviderRoot | null>;
  /**
   * The events that change payments, from after `from` up to `until`, page by page, newest first.
   */
  listEvents(query: {
    readonly from: Date;
    readonly until: Date;
  }): AsyncIterable<readonly ProviderNotification[]>;
}

/** Makes the provider of an account; the same account may give the same object. */
export type ConnectProvider = (account: ProviderAccount) => Provider;
