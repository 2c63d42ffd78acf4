import type { StripeConstructor } from '@stripe/stripe-js';

const TIMEOUT_MS = 20_000;
let loading: { readonly url: string; readonly done: Promise<StripeConstructor> } | null = null;

/**
 * Loads Stripe.js from the provider's URL, once per URL. A failed load may be tried again.
 * @throws Error if the script does not load within 20 seconds
 */
export function loadStripe(url: string): Promise<StripeConstructor> {
  if (loading?.url !== url) {
    const done = runScript(url).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    loading = { url, done };
  }
  return loading.done;
}

function runScript(url: string): Promise<StripeConstructor> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error('Stripe.js did not load'));
    };
    const timer = setTimeout(fail, TIMEOUT_MS);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      if (window.Stripe) resolve(window.Stripe);
      else fail();
    });
    script.addEventListener('error', fail);
    script.src = url;
    document.head.append(script);
  });
}
