import type { CheckoutEvent } from './events.ts';

/*
 * The messages between the merchant's page and the payer page in its frame. Each document of the payer page
 * sends a hello to its parent. The merchant's page replies with one end of a message channel, on which the
 * payer page sends everything else. docs/decisions/0039-embedded-page.md gives the reasons.
 *
 * Merchants keep a version of the script for years, so a new payer page has to accept each older script.
 */

/** From the payer page, addressed to each origin that may embed it. */
export const HELLO = 'parley:hello';

/** The response of the merchant's page. It carries a port. */
export const CONNECT = 'parley:connect';

export interface HelloMessage {
  readonly type: typeof HELLO;
}

/** How the merchant's page shows the frame. */
export type EmbeddingMode = 'inline' | 'overlay';

export interface ConnectMessage {
  readonly type: typeof CONNECT;
  readonly mode: EmbeddingMode;
}

/** What the payer page sends on the port. A script ignores the types that it does not list. */
export type FrameMessage =
  | Exclude<CheckoutEvent, { readonly type: 'ready' }>
  /** Texts around the frame in the payer's language. */
  | {
      readonly type: 'labels';
      readonly title: string;
      readonly close: string;
      readonly dir: 'ltr' | 'rtl';
    }
  /** Whether a payment is being made, so that the Escape key must not close the page. */
  | { readonly type: 'busy'; readonly busy: boolean };
