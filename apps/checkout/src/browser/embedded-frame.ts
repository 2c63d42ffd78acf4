import type { Frame } from './frame.ts';
import type { Stripe } from './stripe.ts';

interface EmbeddedFrame {
  readonly clientSecret: string;
  /** Null where the provider leads the payer away at the end. */
  readonly onComplete: (() => void) | null;
}

/** The provider's own page inside ours: it has a button, and words for declines, of its own. */
export async function embeddedFrame(
  stripe: Stripe,
  node: HTMLElement,
  { clientSecret, onComplete }: EmbeddedFrame,
): Promise<Frame> {
  const create = stripe.createEmbeddedCheckoutPage ?? stripe.initEmbeddedCheckout;
  if (!create) throw new Error('the provider’s script knows no checkout sessions');
  const page = await create.call(stripe, {
    fetchClientSecret: async () => clientSecret,
    ...(onComplete ? { onComplete } : {}),
  });
  page.mount(node);
  return {
    refresh: async () => {},
    restyle: () => {},
    destroy: () => page.destroy(),
    check: async () => false,
    confirm: () => Promise.reject(new Error('the provider’s page is confirmed in itself')),
  };
}
