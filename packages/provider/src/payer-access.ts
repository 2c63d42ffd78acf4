import type { Money } from '@parley/domain';

/** How the payer's browser mounts the payment of one object. */
export type PayerMount =
  /** Card fields, for a payment or for saving the card. */
  | { readonly kind: 'payment' | 'setup'; readonly clientSecret: string }
  /** The provider's checkout page inside the payer page. */
  | {
      readonly kind: 'embedded';
      readonly clientSecret: string;
      /** False when the provider redirects the payer at the end. */
      readonly endsHere: boolean;
    }
  /** The provider's checkout fields inside the payer page. */
  | {
      readonly kind: 'custom';
      readonly clientSecret: string;
      /** Whether the provider still requires an email address of the payer. */
      readonly needsEmail: boolean;
    }
  /** A page hosted by the provider. */
  | { readonly kind: 'hosted'; readonly url: string };

export interface RecurringCharge extends Money {
  readonly interval: string;
  readonly intervalCount: number;
}

export interface PayerAccess {
  readonly mount: PayerMount;
  /** Empty when nothing recurs or the provider does not return the charges. */
  readonly recurring: readonly RecurringCharge[];
  readonly trialEnd: Date | null;
}
