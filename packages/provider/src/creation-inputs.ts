import type { CheckoutUiMode, Money, PlanItem } from '@parley/domain';

/** What ties a created object to its attempt and makes repeating the creation safe. */
export interface Creation {
  readonly idempotencyKey: string;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface NewPaymentIntent extends Creation {
  readonly charge: Money;
  readonly receiptEmail?: string;
  /** Whether the card can be charged again later without the payer. */
  readonly reusable?: boolean;
}

/** The line items of a checkout session or a subscription. */
interface LineItems {
  readonly currency: string;
  readonly items: readonly PlanItem[];
  readonly trialDays: number | null;
}

export interface NewCheckoutSession extends Creation, LineItems {
  readonly mode: 'payment' | 'subscription';
  readonly uiMode: CheckoutUiMode;
  /** Where the payer returns after paying. */
  readonly returnUrl: string;
  /** Where the payer returns without paying. */
  readonly cancelUrl: string;
  /** Null for the provider's default. */
  readonly expiresAt: Date | null;
  readonly customerId?: string;
  readonly email?: string;
}

export interface NewSubscription extends Creation, LineItems {
  readonly customerId: string;
  /** The payer's card, if it is already saved. */
  readonly paymentMethodId?: string;
}

export interface NewCustomer extends Creation {
  readonly email?: string;
}

export interface NewSetupIntent extends Creation {
  readonly customerId: string;
}
