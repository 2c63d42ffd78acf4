import { appearance } from './appearance.ts';
import { type Frame, mountElement } from './frame.ts';
import type { CheckoutResult, IntentResult, Stripe } from './stripe.ts';

interface CustomFrame {
  readonly clientSecret: string;
  readonly returnUrl: () => string;
  /** The payer's address, where it has to be asked for; null when it is not one. */
  readonly email: () => string | undefined | null;
}

/** A checkout session by the provider's elements. */
export async function customFrame(
  stripe: Stripe,
  node: HTMLElement,
  { clientSecret, returnUrl, email }: CustomFrame,
): Promise<Frame> {
  const init = stripe.initCheckoutElementsSdk ?? stripe.initCheckout;
  if (!init) throw new Error('the provider’s script knows no checkout sessions');
  const elementsOptions = { appearance: appearance() };
  const checkout = await init.call(stripe, { clientSecret, elementsOptions });
  const element = checkout.createPaymentElement({ layout: 'tabs' });
  let complete = false;
  element.on('change', (change) => {
    complete = change.complete;
  });
  const [loaded] = await Promise.all([checkout.loadActions(), mountElement(element, node)]);
  const { actions } = loaded;
  if (!actions) {
    element.destroy();
    throw new Error('the checkout session did not load');
  }
  return {
    refresh: async () => {},
    restyle: () => checkout.changeAppearance(appearance()),
    destroy: () => element.destroy(),
    check: async () => email() !== null,
    async confirm() {
      const given = email();
      const options = { redirect: 'if_required', returnUrl: returnUrl() };
      const result = await actions.confirm(given ? { ...options, email: given } : options);
      return inIntentWords(result, complete);
    },
  };
}

/** With fields missing nothing was sent: the elements say which. */
function inIntentWords({ type, error }: CheckoutResult, complete: boolean): IntentResult {
  if (type === 'success') return { paymentIntent: { status: 'processing' } };
  if (error?.paymentFailed || error?.code === 'paymentFailed') {
    const declineCode = error.paymentFailed?.declineCode;
    return { error: { type: 'card_error', ...(declineCode ? { decline_code: declineCode } : {}) } };
  }
  return { error: { type: complete ? 'api_error' : 'validation_error' } };
}
