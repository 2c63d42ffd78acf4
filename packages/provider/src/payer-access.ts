import type { Charge } from '@parley/domain';

/** How the payer's browser takes part in one object. */
export type PayerMount =
  /** With a card's fields, for a payment or to keep the card for later. */
  | { readonly kind: 'payment' | 'setup'; readonly clientSecret: string }
  /** With the provider's page inside ours. */
  | {
      readonly kind: 'embedded';
      readonly clientSecret: string;
      /** False where the provider leads the payer away at the end. */
      readonly endsHere: boolean;
    }
  /** With the provider's fields inside ours. */
  | {
      readonly kind: 'custom';
      readonly clientSecret: string;
      /** Whether the provider knows no address of the payer yet, and will not go on without. */
      readonly needsEmail: boolean;
    }
  /** On a page of the provider's own. */
  | { readonly kind: 'hosted'; readonly url: string };

/** What is charged again and again. */
export interface RecurringCharge extends Charge {
  readonly interval: string;
  readonly intervalCount: number;
}

export interface PayerAccess {
  readonly mount: PayerMount;
  /** Empty where nothing recurs, or where the provider cannot say what. */
  readonly recurring: readonly RecurringCharge[];
  readonly trialEnd: Date | null;
}

/** A card being kept for later. */
export interface ProviderSetup {
  readonly id: string;
  readonly clientSecret: string | null;
  /** The provider's own word. */
  readonly status: string;
  readonly paymentMethodId: string | null;
}
