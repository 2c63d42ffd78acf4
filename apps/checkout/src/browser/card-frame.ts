import type { PaymentForm } from '@parley/operations';
import { appearance } from './appearance.ts';
import type { Parts } from './parts.ts';
import type { Card } from './ports.ts';
import { type Elements, loadScript, type PaymentElement, type Stripe } from './stripe.ts';

const READY_MS = 20_000;

interface Mounted {
  readonly elements: Elements;
  readonly element: PaymentElement;
  readonly clientSecret: string;
}

/** The provider's frame by Stripe.js' public calls. Card data never passes through this page. */
export function createCard(parts: Parts, locale: string, returnUrl: () => string): Card {
  let stripe: Stripe | null = null;
  let form: PaymentForm | null = null;
  let mounted: Mounted | null = null;

  const missing = () => new Error('the card form is not there');

  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    mounted?.elements.update({ appearance: appearance() });
  });

  return {
    async load(next) {
      await loadScript(next.script_url);
      if (!globalThis.Stripe) throw missing();
      if (stripe === null || form?.publishable_key !== next.publishable_key) {
        stripe = globalThis.Stripe(next.publishable_key, { locale });
      }
      form = next;
    },

    get mounted() {
      return mounted !== null;
    },

    async mount() {
      if (!stripe || !form) throw missing();
      if (mounted?.clientSecret === form.client_secret) {
        const { error } = await mounted.elements.fetchUpdates();
        if (error) throw missing();
        return;
      }
      mounted?.element.destroy();
      mounted = null;
      const clientSecret = form.client_secret;
      const elements = stripe.elements({ clientSecret, appearance: appearance(), locale });
      const element = elements.create('payment', { layout: 'tabs' });
      parts.card.setAttribute('aria-busy', 'true');
      try {
        await ready(element, parts.frame);
      } catch (error) {
        element.destroy();
        throw error;
      }
      mounted = { elements, element, clientSecret };
      parts.skeleton.hidden = true;
      parts.card.setAttribute('aria-busy', 'false');
    },

    async check() {
      if (!mounted) return false;
      const { error } = await mounted.elements.submit();
      return error === undefined;
    },

    confirm() {
      if (!stripe || !mounted) throw missing();
      return stripe.confirmPayment({
        elements: mounted.elements,
        confirmParams: { return_url: returnUrl() },
        redirect: 'if_required',
      });
    },

    resume() {
      if (!stripe || !form) throw missing();
      return stripe.handleNextAction({ clientSecret: form.client_secret });
    },
  };
}

function ready(element: PaymentElement, node: HTMLElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('the card form did not load'));
    const timer = setTimeout(fail, READY_MS);
    element.on('ready', () => {
      clearTimeout(timer);
      resolve();
    });
    element.on('loaderror', fail);
    element.mount(node);
  });
}
