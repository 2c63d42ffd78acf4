import type { Money, ProviderSubscriptionItem } from '@parley/domain';
import type {
  NewCheckoutSession,
  NewCustomer,
  NewPaymentIntent,
  NewSetupIntent,
  NewSubscription,
} from './creation-inputs.ts';
import type { PayerAccess } from './payer-access.ts';

/** The credentials of one merchant's account at the provider. */
export interface ProviderAccount {
  /** Origin of the API, e.g. https://api.stripe.com */
  readonly apiUrl: string;
  readonly secretKey: string;
}

/** An account and the merchant whose calls are counted. The provider does not receive the merchant. */
export interface MerchantAccount extends ProviderAccount {
  readonly merchantId: string;
}

/** What the provider added to the merchandise, or deducted from it. Minor units. */
export interface Adjustments {
  readonly taxMinor: number;
  readonly shippingMinor: number;
  readonly discountMinor: number;
}

/** Money that an object of the provider took. */
export interface ProviderPayment extends Money {
  /** The payment intent that took it; the root object itself while the provider names no intent. */
  readonly id: string;
  readonly type: string;
  readonly capturedAt: Date;
  /** Whether some of it was refunded or disputed; absent if the object does not show it. */
  readonly isReturned?: boolean;
  /** Only of a checkout session. */
  readonly adjustments?: Adjustments;
  /** The other payments of its invoice, if several paid it in parts. */
  readonly parts?: readonly ProviderPayment[];
}

/** A dispute of a payment by the payer's bank. */
export interface ProviderDispute {
  readonly id: string;
  /** The provider's status, unchanged. */
  readonly status: string;
  readonly reason: string;
  /** Until when the merchant can respond; null without a deadline. */
  readonly dueBy: Date | null;
  readonly openedAt: Date;
}

/** A payment with what went back of it so far; minor units of its currency. */
export interface ProviderPaymentState extends ProviderPayment {
  readonly refundedMinor: number;
  /** The amounts of the disputes that are open or lost; inquiries withdraw nothing. */
  readonly disputedMinor: number;
  /** The one that matters most, as `rankDispute` says; null without any. */
  readonly dispute: ProviderDispute | null;
}

/** A payment that the provider or the payer's bank declined. */
export interface ProviderDecline {
  /**
   * The failed charge, or the failed attempt to set a card up; the event if there was none, such as after a
   * failed authentication. Null if an object shows such a decline: the payment method that it names may have been declined before.
   */
  readonly id: string | null;
  /** The provider's decline code; its error code if the payment did not reach the bank. */
  readonly code: string;
  /** Null if an object shows the decline without its charge. */
  readonly at: Date | null;
}

/** The state of a root object, the same for all types of objects. */
export type ProviderOutcome =
  /** The payer can pay; `decline` is the last one. */
  | { readonly kind: 'awaiting_payment'; readonly decline: ProviderDecline | null }
  | { readonly kind: 'action_required' }
  /** Accepted, but not settled yet. */
  | { readonly kind: 'processing' }
  | { readonly kind: 'succeeded'; readonly taken: ProviderPayment }
  /**
   * Complete without a payment: because the billing of a subscription starts later, such as after a
   * trial, or because the total is zero.
   */
  | { readonly kind: 'nothing_due'; readonly billingStartsLater: boolean }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'canceled'; readonly reason: string | null }
  | { readonly kind: 'expired' };

/** The metadata that names the attempt of an object; null when the object has none. */
export interface ProxyMetadata {
  readonly attemptId: string | null;
  readonly sessionId: string | null;
  readonly contractVersion: string | null;
}

/** A root object as just read from the provider. */
export interface ProviderRoot {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  /** The charge it will take or has taken; null before the provider has set it. */
  readonly charge: Money | null;
  /** Before taxes and shipping that the provider adds; null if the type has none. Minor units. */
  readonly merchandiseSubtotalMinor: number | null;
  /** Only of a checkout session. */
  readonly adjustments?: Adjustments;
  readonly outcome: ProviderOutcome;
  /** The subscription it started; null while there is none. */
  readonly subscriptionId: string | null;
  /** The payment intents through which it takes its money, as far as they exist and are shown. */
  readonly intentIds: readonly string[];
  readonly metadata: ProxyMetadata;
  /** The secret for the payer's browser; null if the type has none. */
  readonly clientSecret: string | null;
}

/** A subscription as just read from the provider. */
export interface ProviderSubscription {
  readonly id: string;
  /** The provider's status, unchanged. */
  readonly status: string;
  readonly customerId: string | null;
  readonly cancelAt: Date | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly currentPeriodStart: Date | null;
  readonly currentPeriodEnd: Date | null;
  readonly trialEnd: Date | null;
  readonly endedAt: Date | null;
  readonly pauseCollectionBehavior: string | null;
  /** All items. */
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

/** A reference to a provider object. */
export interface ObjectRef {
  readonly type: string;
  readonly id: string;
}

/** An attempt as the metadata of a provider object names it. */
export interface NamedAttempt {
  readonly sessionId: string;
  readonly attemptId: string;
}

/** An object that another one belongs to, such as the payment intent of a dispute. */
export interface ObjectOwner extends ObjectRef {
  /** The attempts that its metadata names; empty when its metadata was not read. */
  readonly attempts: readonly NamedAttempt[];
}

/** A setup intent, which saves a card for later. */
export interface ProviderSetup {
  readonly id: string;
  readonly clientSecret: string | null;
  readonly isCanceled: boolean;
  /** The card, once it is saved. */
  readonly paymentMethodId: string | null;
  /** The last card that was declined, unless a later one was saved; identified by the attempt to set it up. */
  readonly decline: ProviderDecline | null;
}

/** An event from the provider. */
export interface ProviderNotification {
  readonly id: string;
  readonly type: string;
  /** What the event can change: an attempt's payment, or the money that it took; null for neither. */
  readonly topic:
    | 'payment'
    | 'refund'
    | 'refund_update'
    | 'refund_failure'
    | 'refund_cancellation'
    | 'dispute'
    | 'dispute_update'
    | 'dispute_win'
    | 'dispute_loss'
    | 'inquiry'
    | 'inquiry_end'
    | null;
  readonly occurredAt: Date;
  readonly livemode: boolean;
  readonly objectId: string;
  readonly objectType: string;
  /** The attempts that the metadata of the object, then of its subscription, names. */
  readonly attempts: readonly NamedAttempt[];
  /** The subscription that an invoice belongs to. */
  readonly relatedSubscriptionId: string | null;
  /**
   * The objects that the payload names as owners of the object, nearest first: the subscription of an
   * invoice, the payment intent of a charge, refund or dispute.
   */
  readonly owners: readonly ObjectRef[];
  /** The payment intent that has taken money, if the event says so. */
  readonly takenId: string | null;
  /** The subscription of a paid invoice, or the invoice without one: no payment intent is named. */
  readonly takenThrough: string | null;
  /** For a refund the amount refunded so far, otherwise the object's amount; minor units. */
  readonly amount: Money | null;
  /** The decline that the event reports. */
  readonly decline: ProviderDecline | null;
  /** The event as received, or the parts of a large one that are read. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A page of the provider's event list. */
export interface EventPage {
  readonly events: readonly ProviderNotification[];
  /** Where the next page begins; null on the last one. */
  readonly next: string | null;
}

/** A payment as the provider lists it. */
export interface ListedPayment extends ProviderPayment {
  readonly refundedMinor: number;
  readonly isDisputed: boolean;
  /** The session that its metadata names. */
  readonly sessionId: string | null;
}

/** A page of the provider's list of payments. */
export interface PaymentPage {
  readonly payments: readonly ListedPayment[];
  /** Where the next page begins; null on the last one. */
  readonly next: string | null;
}

export interface NewWebhookEndpoint {
  readonly id: string;
  /** The signing secret. */
  readonly secret: string;
}

/** Why the provider created no webhook endpoint. */
export interface WebhookEndpointRefusal {
  /** The provider's error code, or the type of its error. */
  readonly code: string;
  readonly reason: 'key' | 'mode' | 'permission' | 'url' | 'limit' | 'other';
}

/**
 * The provider, as the operations use it. Every call returns a promise and throws DomainError
 * provider_error when the provider refuses or does not respond; a creation that can never succeed throws
 * ProviderRefusal. Repeating a creation with its idempotency key is safe.
 */
export interface Provider {
  /** The account of the secret key; null when the provider rejects the key. */
  readAccount(): Promise<{ readonly id: string } | null>;
  /**
   * Creates a webhook endpoint that receives the events of payments, and returns its signing secret, or why
   * the provider refused. Its metadata names the config.
   */
  createWebhookEndpoint(input: {
    readonly url: string;
    readonly configId: string;
    readonly idempotencyKey: string;
  }): Promise<NewWebhookEndpoint | { readonly refusal: WebhookEndpointRefusal }>;
  /** The ids of the endpoints for `url` whose metadata names the config. */
  listWebhookEndpoints(input: {
    readonly url: string;
    readonly configId: string;
  }): Promise<readonly string[]>;
  /** Deletes a webhook endpoint, if it exists. */
  deleteWebhookEndpoint(id: string): Promise<void>;
  createPaymentIntent(input: NewPaymentIntent): Promise<ProviderRoot>;
  createCheckoutSession(input: NewCheckoutSession): Promise<ProviderRoot>;
  /** The subscription is incomplete until its first invoice is paid, if an amount is due. */
  createSubscription(input: NewSubscription): Promise<ProviderRoot>;
  /** @returns the customer's id */
  createCustomer(input: NewCustomer): Promise<string>;
  createSetupIntent(input: NewSetupIntent): Promise<ProviderSetup>;
  /** Null when the provider has no object with this id. */
  readSetupIntent(id: string): Promise<ProviderSetup | null>;
  /** Cancels a setup intent, unless it has already ended. */
  cancelSetupIntent(id: string): Promise<void>;
  /**
   * Reads a root object, or an invoice without a subscription. Null when the provider has no object with this id.
   */
  readRoot(object: ObjectRef): Promise<ProviderRoot | null>;
  /** How the payer's browser mounts an object that waits for the payer; null when it cannot. */
  readPayerAccess(object: ObjectRef): Promise<PayerAccess | null>;
  /**
   * The email address that the payer entered at the provider for an object; null without one. An address to
   * which the provider itself sends a receipt does not count.
   */
  readPayerEmail(object: ObjectRef): Promise<string | null>;
  /**
   * Closes an object so that it can take no money any more. An object that was paid, or whose trial
   * has started with nothing due, stays as it is.
   * @returns the object afterwards
   */
  closeRoot(object: ObjectRef): Promise<ProviderRoot | null>;
  /**
   * The payment of a payment intent or of a root object, with its refunds and disputes; null when it
   * took no money.
   */
  readPayment(object: ObjectRef): Promise<ProviderPaymentState | null>;
  /** The payment of an invoice of a subscription; null while it is unpaid, or if nothing was due. */
  readInvoicePayment(invoice: { readonly invoiceId: string }): Promise<ProviderPayment | null>;
  readSubscription(id: string): Promise<ProviderSubscription | null>;
  /** The objects that an object belongs to, e.g. the subscription of an invoice; nearest first. */
  findOwners(object: ObjectRef): Promise<readonly ObjectOwner[]>;
  /**
   * The object of this type that was created for an attempt, found by its metadata; null when there
   * is none. An object created within the last minutes may not be found yet.
   * @param created the period in which it can have been created
   */
  findByAttempt(
    type: string,
    attemptId: string,
    created: { readonly from: Date; readonly until: Date },
  ): Promise<ProviderRoot | null>;
  /**
   * A page of the events that change payments, from after `from` up to `until`, in any order.
   * @param after `next` of the previous page; null for the first one
   */
  listEvents(query: {
    readonly from: Date;
    readonly until: Date;
    readonly after: string | null;
  }): Promise<EventPage>;
  /**
   * A page of all payments that the account took, of this service and others, from `from` until before
   * `until`, newest first.
   * @param after `next` of the previous page; null for the first one
   */
  listPayments(query: {
    readonly from: Date;
    readonly until: Date;
    readonly after: string | null;
  }): Promise<PaymentPage>;
}

/** Returns the provider for an account, possibly the same object for the same account. */
export type ConnectProvider = (account: MerchantAccount) => Provider;
