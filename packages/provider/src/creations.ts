import type { Charge, CheckoutUiMode, PlanItem } from '@parley/domain';

/** What ties a creation to its attempt, and makes repeating it safe. */
export interface Creation {
  readonly idempotencyKey: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** What a payment intent is created with. */
export interface NewPaymentIntent extends Creation {
  readonly charge: Charge;
  readonly description?: string;
  readonly receiptEmail?: string;
  /** Whether the card is to be charged again later, without the payer. */
  readonly reusable?: boolean;
}

/** What is sold by a checkout session or a subscription. */
interface Sale extends Creation {
  readonly currency: string;
  readonly items: readonly PlanItem[];
  readonly trialDays: number | null;
}

export interface NewCheckoutSession extends Sale {
  readonly mode: 'payment' | 'subscription';
  readonly uiMode: CheckoutUiMode;
  /** Where the payer comes back to, done or having thought better of it. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
  /** Null for the provider's own limit. */
  readonly expiresAt: Date | null;
  readonly customerId?: string;
  readonly email?: string;
}

export interface NewSubscription extends Sale {
  readonly customerId: string;
  /** The payer's card, where it is there already. */
  readonly paymentMethodId?: string;
}

export interface NewCustomer extends Creation {
  readonly email?: string;
}

export interface NewSetupIntent extends Creation {
  readonly customerId: string;
}
