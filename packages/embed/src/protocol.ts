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

/** What the payer page sends on the port. `readFrameMessage` ignores everything else. */
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

type Fields = Readonly<Record<string, unknown>>;

/** Whether a message has the fields of its type. A newer payer page may send further types and fields. */
const isComplete: { readonly [Type in FrameMessage['type']]: (fields: Fields) => boolean } = {
  resize: ({ height }) => Number.isFinite(height),
  cart_updated: () => true,
  requires_action: () => true,
  processing: () => true,
  success: () => true,
  expired: () => true,
  error: ({ message }) => typeof message === 'string',
  close: () => true,
  labels: ({ title, close, dir }) =>
    typeof title === 'string' && typeof close === 'string' && (dir === 'ltr' || dir === 'rtl'),
  busy: ({ busy }) => typeof busy === 'boolean',
};

/** Reads what arrived on the port; null for what is no message of the payer page, or one of an unknown type. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { type } = data as Fields;
  if (typeof type !== 'string' || !Object.hasOwn(isComplete, type)) return null;
  return isComplete[type as FrameMessage['type']](data as Fields) ? (data as FrameMessage) : null;
}
