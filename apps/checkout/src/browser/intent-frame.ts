import { appearance } from './appearance.ts';
import { type Frame, mountElement } from './frame.ts';
import type { Stripe } from './stripe.ts';

interface IntentFrame {
  readonly kind: 'payment' | 'setup';
  readonly clientSecret: string;
  readonly locale: string;
  readonly returnUrl: () => string;
}

/** A card's fields, to pay or to keep the card. */
export async function intentFrame(
  stripe: Stripe,
  node: HTMLElement,
  { kind, clientSecret, locale, returnUrl }: IntentFrame,
): Promise<Frame> {
  const elements = stripe.elements({ clientSecret, appearance: appearance(), locale });
  const element = elements.create('payment', { layout: 'tabs' });
  await mountElement(element, node);
  return {
    async refresh() {
      const { error } = await elements.fetchUpdates();
      if (error) throw new Error('the card form is out of date');
    },
    restyle: () => elements.update({ appearance: appearance() }),
    destroy: () => element.destroy(),
    async check() {
      const { error } = await elements.submit();
      return error === undefined;
    },
    confirm() {
      const confirmParams = { return_url: returnUrl() };
      const confirming = { elements, confirmParams, redirect: 'if_required' } as const;
      return kind === 'setup' ? stripe.confirmSetup(confirming) : stripe.confirmPayment(confirming);
    },
  };
}
