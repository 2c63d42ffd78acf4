'use client';

import { type ReactElement, useEffect, useRef } from 'react';
import type { CheckoutEvent, CheckoutHandle, CheckoutOptions } from './events.ts';
import { mountCheckout } from './mount-checkout.ts';
import { openCheckout } from './open-checkout.ts';

export type { CheckoutEvent, CheckoutOptions } from './events.ts';

export interface CheckoutProps extends CheckoutOptions {
  /** The class of the element around the frame. */
  readonly className?: string | undefined;
}

/**
 * Shows the payer page in the place of this component. Another `url` replaces it; another `onEvent` only
 * receives the later events.
 * @throws TypeError to the next error boundary if `url` is not the URL of a page
 */
export function Checkout({ url, onEvent, className }: CheckoutProps): ReactElement {
  const container = useRef<HTMLDivElement>(null);
  useCheckout({ url, onEvent }, (options) =>
    container.current ? mountCheckout({ ...options, container: container.current }) : undefined,
  );
  return <div ref={container} className={className} />;
}

/**
 * Shows the payer page in a modal dialog as long as this component is rendered. When the payer has closed it,
 * `onEvent` receives `close`: stop rendering the component then.
 * @throws TypeError to the next error boundary if `url` is not the URL of a page
 */
export function CheckoutOverlay(options: CheckoutOptions): null {
  useCheckout(options, openCheckout);
  return null;
}

/** Opens the payer page when the component is mounted, and closes it when the component is removed. */
function useCheckout(
  { url, onEvent }: CheckoutOptions,
  open: (options: CheckoutOptions) => CheckoutHandle | undefined,
): void {
  // The frame keeps its page when a component renders again with new functions.
  const latest = useRef({ open, onEvent });
  useEffect(() => {
    latest.current = { open, onEvent };
  });
  useEffect(() => {
    const handle = latest.current.open({
      url,
      onEvent: (event: CheckoutEvent) => latest.current.onEvent?.(event),
    });
    return () => handle?.close();
  }, [url]);
}
