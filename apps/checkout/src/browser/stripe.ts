/** The part of Stripe.js that the page uses, by its public names. */
interface StripeError {
  readonly type: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly message?: string;
  readonly payment_intent?: Intent;
  readonly setup_intent?: Intent;
}

interface Intent {
  readonly status: string;
}

export interface IntentResult {
  readonly paymentIntent?: Intent;
  readonly setupIntent?: Intent;
  readonly error?: StripeError;
}

export interface PaymentElement {
  mount(node: HTMLElement): void;
  destroy(): void;
  focus(): void;
  on(event: 'ready' | 'loaderror', handler: () => void): void;
  on(event: 'change', handler: (change: { readonly complete: boolean }) => void): void;
}

interface Elements {
  create(type: 'payment', options: Readonly<Record<string, unknown>>): PaymentElement;
  update(options: Readonly<Record<string, unknown>>): void;
  fetchUpdates(): Promise<{ readonly error?: unknown }>;
  submit(): Promise<{ readonly error?: StripeError }>;
}

interface Confirming {
  readonly elements: Elements;
  readonly confirmParams: { readonly return_url: string };
  readonly redirect: 'if_required';
}

/** The provider's own page inside ours. */
interface EmbeddedPage {
  mount(node: HTMLElement): void;
  destroy(): void;
}

type CreateEmbedded = (options: {
  readonly fetchClientSecret: () => Promise<string>;
  readonly onComplete?: () => void;
}) => Promise<EmbeddedPage>;

interface CheckoutActions {
  confirm(options: Readonly<Record<string, unknown>>): Promise<CheckoutResult>;
}

export interface CheckoutResult {
  readonly type: 'success' | 'error';
  readonly error?: {
    readonly code?: string | null;
    readonly paymentFailed?: { readonly declineCode?: string | null };
  };
}

/** A checkout session taken by elements. */
interface CheckoutElements {
  createPaymentElement(options: Readonly<Record<string, unknown>>): PaymentElement;
  changeAppearance(appearance: Readonly<Record<string, unknown>>): void;
  loadActions(): Promise<{ readonly type: string; readonly actions?: CheckoutActions }>;
}

type InitElements = (options: Readonly<Record<string, unknown>>) => CheckoutElements;

/** Two calls have another name in a script from before 2026-03-25. */
export interface Stripe {
  elements(options: Readonly<Record<string, unknown>>): Elements;
  confirmPayment(options: Confirming): Promise<IntentResult>;
  confirmSetup(options: Confirming): Promise<IntentResult>;
  createEmbeddedCheckoutPage?: CreateEmbedded;
  initEmbeddedCheckout?: CreateEmbedded;
  initCheckoutElementsSdk?: InitElements;
  initCheckout?: InitElements;
  handleNextAction(options: { readonly clientSecret: string }): Promise<IntentResult>;
}

declare global {
  var Stripe: ((publishableKey: string, options?: { locale?: string }) => Stripe) | undefined;
}

const TIMEOUT_MS = 20_000;
let loading: { readonly url: string; readonly done: Promise<void> } | null = null;

/** Runs the provider's script once; a failed try may be repeated. */
export function loadScript(url: string): Promise<void> {
  if (loading?.url !== url) {
    const done = runScript(url).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    loading = { url, done };
  }
  return loading.done;
}

function runScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error('the provider’s script did not load'));
    };
    const timer = setTimeout(fail, TIMEOUT_MS);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      if (globalThis.Stripe) resolve();
      else fail();
    });
    script.addEventListener('error', fail);
    script.src = url;
    document.head.append(script);
  });
}
