/**
 * What happens in the embedded payer page. Events are hints for the merchant's page: what was paid, the
 * merchant's server learns from webhooks or the API.
 */
export type CheckoutEvent =
  /** The payer page is displayed. Once per frame. */
  | { readonly type: 'ready' }
  /** The height of the content in CSS pixels. An inline frame already has it. */
  | { readonly type: 'resize'; readonly height: number }
  /** The payer page displays a changed cart. */
  | { readonly type: 'cart_updated' }
  /** The payer's bank requires an authentication that the payer has not finished. */
  | { readonly type: 'requires_action' }
  /** The outcome of the payment is not known yet. */
  | { readonly type: 'processing' }
  /** The payment has succeeded, or nothing was due. */
  | { readonly type: 'success' }
  /**
   * The session can no longer be paid: it has expired, was canceled, its payment is being refunded, or too many
   * payments were declined.
   */
  | { readonly type: 'expired' }
  /**
   * The payer page has not connected, which a later `ready` ends; its form could not be loaded, which the payer
   * can try again; or the payment needs the merchant's attention.
   */
  | { readonly type: 'error'; readonly message: string }
  /** The payer has closed the overlay, which is removed. */
  | { readonly type: 'close' };

/** Options of every kind of embedding. */
export interface CheckoutOptions {
  /** The `handoff_url` of the session. */
  readonly url: string;
  /** Called for each event, until the embedded page is closed. */
  readonly onEvent?: ((event: CheckoutEvent) => void) | undefined;
}

export interface CheckoutHandle {
  /** Removes the frame and all listeners, without an event. Does nothing when called again. */
  close(): void;
}
