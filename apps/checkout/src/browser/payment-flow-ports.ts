import type { PayerPage } from '@parley/operations';
import type { Messages } from '@parley/payer-view/messages/en';
import type { CardForm } from './card-form.ts';
import type { Challenge } from './challenge.ts';
import type { PayerClient } from './payer-client.ts';
import type { Screen } from './screen.ts';

/** What the payment flow needs from the browser. */
export interface PaymentFlowPorts {
  readonly client: PayerClient;
  readonly screen: Screen;
  readonly cardForm: CardForm;
  /** Null if no CAPTCHA provider is configured. */
  readonly challenge: Challenge | null;
  readonly messages: Messages;
  readonly formatAmount: (page: PayerPage) => string;
  /** Host of Stripe.js, named if it does not load. */
  readonly providerHost: string;
  /** Milliseconds since 1970 by the server's clock. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly isOnline: () => boolean;
}
