/** The part of Stripe.js that the page uses, by its public names. */
interface StripeError {
  readonly type: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly message?: string;
  readonly payment_intent?: PaymentIntent;
}

interface PaymentIntent {
  readonly status: string;
}

export interface IntentResult {
  readonly paymentIntent?: PaymentIntent;
  readonly error?: StripeError;
}

export interface PaymentElement {
  mount(node: HTMLElement): void;
  destroy(): void;
  focus(): void;
  on(event: 'ready' | 'loaderror' | 'change', handler: () => void): void;
}

export interface Elements {
  create(type: 'payment', options: Readonly<Record<string, unknown>>): PaymentElement;
  update(options: Readonly<Record<string, unknown>>): void;
  fetchUpdates(): Promise<{ readonly error?: unknown }>;
  submit(): Promise<{ readonly error?: StripeError }>;
}

export interface Stripe {
  elements(options: Readonly<Record<string, unknown>>): Elements;
  confirmPayment(options: {
    readonly elements: Elements;
    readonly confirmParams: { readonly return_url: string };
    readonly redirect: 'if_required';
  }): Promise<IntentResult>;
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
