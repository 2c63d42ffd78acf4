import type { PayerPage } from '@parley/operations';

/** What the document hands to its script, as JSON in one attribute. */
export interface PageData {
  readonly page: PayerPage;
  /** BCP 47: how amounts and dates are written. */
  readonly locale: string;
  /** Milliseconds since 1970 when the page was rendered: the payer's clock may be wrong. */
  readonly renderedAt: number;
  /** Whether the payer comes back from the provider or the bank with this very request. */
  readonly returned: boolean;
  /** Where the provider's script comes from; null while the merchant has no provider account. */
  readonly scriptUrl: string | null;
}
