import { createCheckoutFrame } from './checkout-frame.ts';
import type { CheckoutHandle, CheckoutOptions } from './events.ts';

export interface MountOptions extends CheckoutOptions {
  /** The element that receives the frame. The frame is as wide as it and as high as its own content. */
  readonly container: HTMLElement;
}

/**
 * Shows the payer page inside an element of the page.
 * @throws TypeError if `url` is not the URL of a page
 */
export function mountCheckout({ container, ...options }: MountOptions): CheckoutHandle {
  const { iframe, close } = createCheckoutFrame({ ...options, mode: 'inline' });
  container.append(iframe);
  return { close };
}
