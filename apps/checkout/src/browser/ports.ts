import type { PayerPage, PaymentForm } from '@parley/operations';
import type { Stage } from '../view/stage.ts';
import type { IntentResult } from './stripe.ts';

/** What the flow does to the document. */
export interface Screen {
  /** Shows a state and what follows from it; `leads` counts down to where the page leads. */
  show(stage: Stage, page: PayerPage, leads?: boolean): void;
  order(page: PayerPage): void;
  /** Makes room for the way in which this form is filled in. */
  form(form: PaymentForm): void;
  /** Tells the payer something beside the form; null takes it away. */
  notice(text: string | null): void;
  /** What the button of the current state says, and whether it can be pressed. */
  button(state: 'waiting' | 'ready' | 'paying', page: PayerPage): void;
  /** Says why the card form is not there, with a way to try again; null takes it away. */
  cardTrouble(text: string | null): void;
}

/** The provider's frame. */
export interface Card {
  /** Runs the provider's script for this form. Throws when it cannot be had. */
  load(form: PaymentForm): Promise<void>;
  /** Puts the frame into the page, or brings the one that is there up to date. Throws likewise. */
  mount(): Promise<void>;
  readonly mounted: boolean;
  /** Takes the frame away, so that nothing can be paid with it. */
  clear(): void;
  /** Whether the fields are complete; the frame itself says what is missing. */
  check(): Promise<boolean>;
  confirm(): Promise<IntentResult>;
  /** Goes on with the bank's question where it was left. */
  resume(): Promise<IntentResult>;
}
