import type { StripeConstructor } from '@stripe/stripe-js';
import { loadScript } from './load-script.ts';

/**
 * Loads Stripe.js from the provider's URL.
 * @throws Error if the script does not load within 20 seconds
 */
export const loadStripe = (url: string): Promise<StripeConstructor> =>
  loadScript(url, () => window.Stripe);
