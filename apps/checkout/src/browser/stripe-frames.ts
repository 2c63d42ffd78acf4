import type {
  Appearance,
  Stripe,
  StripeCheckoutConfirmResult,
  StripePaymentElement,
} from '@stripe/stripe-js';
import type { ConfirmResult } from './confirm-outcome.ts';

/** The provider's frame for one kind of payment form. */
export interface StripeFrame {
  /** Updates the frame after a change of its object. Rejects if that fails. */
  refresh(): Promise<void>;
  /** Applies the page's current colors. */
  restyle(): void;
  destroy(): void;
  /** Whether the form is complete. The frame itself marks what is missing. */
  validate(): Promise<boolean>;
  confirm(): Promise<ConfirmResult>;
}

interface IntentFrameOptions {
  readonly kind: 'payment' | 'setup';
  readonly clientSecret: string;
  readonly returnUrl: () => string;
}

/** A Payment Element that pays with a card or saves one. */
export async function createIntentFrame(
  stripe: Stripe,
  node: HTMLElement,
  { kind, clientSecret, returnUrl }: IntentFrameOptions,
): Promise<StripeFrame> {
  const elements = stripe.elements({ clientSecret, appearance: readAppearance() });
  const element = elements.create('payment', { layout: 'tabs' });
  await mountElement(element, node);
  return {
    async refresh() {
      const { error } = await elements.fetchUpdates();
      if (error) throw new Error('the payment element could not be updated');
    },
    restyle: () => elements.update({ appearance: readAppearance() }),
    destroy: () => element.destroy(),
    async validate() {
      const { error } = await elements.submit();
      return error === undefined;
    },
    confirm() {
      const confirmParams = { return_url: returnUrl() };
      const options = { elements, confirmParams, redirect: 'if_required' } as const;
      return kind === 'setup' ? stripe.confirmSetup(options) : stripe.confirmPayment(options);
    },
  };
}

interface CheckoutFrameOptions {
  readonly clientSecret: string;
  readonly returnUrl: () => string;
  /** The payer's email address; undefined if it is not needed, null if it is invalid. */
  readonly readEmail: () => string | undefined | null;
}

/** A Payment Element of a Checkout Session (`ui_mode` "elements"). */
export async function createCheckoutFrame(
  stripe: Stripe,
  node: HTMLElement,
  { clientSecret, returnUrl, readEmail }: CheckoutFrameOptions,
): Promise<StripeFrame> {
  const elementsOptions = { appearance: readAppearance() };
  const checkout = await stripe.initCheckoutElementsSdk({ clientSecret, elementsOptions });
  const element = checkout.createPaymentElement({ layout: 'tabs' });
  let complete = false;
  element.on('change', (change) => {
    complete = change.complete;
  });
  const [loaded] = await Promise.all([checkout.loadActions(), mountElement(element, node)]);
  if (loaded.type === 'error') {
    element.destroy();
    throw new Error('the checkout session did not load');
  }
  return {
    refresh: async () => {},
    restyle: () => checkout.changeAppearance(readAppearance()),
    destroy: () => element.destroy(),
    validate: async () => readEmail() !== null,
    async confirm() {
      const email = readEmail();
      const options = { redirect: 'if_required', returnUrl: returnUrl() } as const;
      const result = await loaded.actions.confirm(email ? { ...options, email } : options);
      return toConfirmResult(result, complete);
    },
  };
}

/** If fields are missing, nothing was sent, and the element marks them. */
function toConfirmResult(result: StripeCheckoutConfirmResult, complete: boolean): ConfirmResult {
  if (result.type === 'success') return { paymentIntent: { status: 'processing' } };
  if (result.error.code === 'paymentFailed') {
    const { declineCode } = result.error.paymentFailed;
    return { error: { type: 'card_error', ...(declineCode ? { decline_code: declineCode } : {}) } };
  }
  return { error: { type: complete ? 'api_error' : 'validation_error' } };
}

interface EmbeddedFrameOptions {
  readonly clientSecret: string;
  /** Null if the provider redirects the payer at the end. */
  readonly onComplete: (() => void) | null;
}

/** The provider's checkout page as a frame, with its own button and decline messages. */
export async function createEmbeddedFrame(
  stripe: Stripe,
  node: HTMLElement,
  { clientSecret, onComplete }: EmbeddedFrameOptions,
): Promise<StripeFrame> {
  const page = await stripe.createEmbeddedCheckoutPage({
    fetchClientSecret: async () => clientSecret,
    ...(onComplete ? { onComplete } : {}),
  });
  page.mount(node);
  return {
    refresh: async () => {},
    restyle: () => {},
    destroy: () => page.destroy(),
    validate: async () => false,
    confirm: () => Promise.reject(new Error('an embedded page confirms itself')),
  };
}

const READY_TIMEOUT_MS = 20_000;

/** Mounts an element and waits until it is ready. Destroys it and rejects if it does not load. */
async function mountElement(element: StripePaymentElement, node: HTMLElement): Promise<void> {
  // A key that is pressed in the frame reaches no other document.
  element.on('escape', () => dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })));
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = () => reject(new Error('the payment element did not load'));
      const timer = setTimeout(fail, READY_TIMEOUT_MS);
      element.on('ready', () => {
        clearTimeout(timer);
        resolve();
      });
      element.on('loaderror', fail);
      element.mount(node);
    });
  } catch (error) {
    element.destroy();
    throw error;
  }
}

/** The page's current colors, light or dark, for the provider's frame. */
function readAppearance(): Appearance {
  const styles = getComputedStyle(document.documentElement);
  const token = (name: string) => styles.getPropertyValue(`--${name}`).trim();
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('brand-text') || token('accent'),
      colorBackground: token('raised'),
      colorText: token('text'),
      colorTextSecondary: token('text-muted'),
      colorTextPlaceholder: token('text-muted'),
      colorDanger: token('tone-critical'),
      fontFamily: 'Geist, system-ui, sans-serif',
      fontSizeBase: '16px',
      borderRadius: token('radius'),
      spacingUnit: '4px',
    },
  };
}
