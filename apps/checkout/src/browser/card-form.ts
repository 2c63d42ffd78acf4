import type { PaymentForm } from '@parley/operations';
import type { Stripe, StripeElementLocale } from '@stripe/stripe-js';
import type { ConfirmResult } from './confirm-outcome.ts';
import { loadStripe } from './load-stripe.ts';
import type { PageElements } from './page-elements.ts';
import {
  createCheckoutFrame,
  createEmbeddedFrame,
  createIntentFrame,
  type StripeFrame,
} from './stripe-frames.ts';

/** The provider's frame in the page. Card data never passes through this page's own script. */
export interface CardForm {
  /** Loads Stripe.js for a form. Rejects if it does not load. */
  load(form: PaymentForm): Promise<void>;
  /** Mounts the frame, or updates the mounted one. Rejects if that fails. */
  mount(): Promise<void>;
  readonly mounted: boolean;
  /** Removes the frame, so that the payer cannot pay with it. */
  clear(): void;
  /** Whether the form is complete. The frame itself marks what is missing. */
  validate(): Promise<boolean>;
  confirm(): Promise<ConfirmResult>;
  /** Continues a bank's authentication. */
  resume(): Promise<ConfirmResult>;
  /** Reloads the page unless the confirmation ends soon: a dialog of the provider covers it, and cannot be closed. */
  leaveDialog(): void;
}

/** Milliseconds in which a confirmation that the session already shows ends by itself. */
const CONFIRMATION_MS = 5_000;

interface CardFormOptions {
  readonly returnUrl: () => string;
  /** Called when the payer has completed an embedded page. */
  readonly onComplete: () => void;
  readonly readEmail: () => string | null;
  /** The language of the frame. */
  readonly locale: StripeElementLocale;
}

export function createCardForm(elements: PageElements, options: CardFormOptions): CardForm {
  let stripe: Stripe | null = null;
  let key = '';
  let form: PaymentForm | null = null;
  let mounted: { readonly frame: StripeFrame; readonly clientSecret: string } | null = null;

  let confirmations = 0;

  const notLoaded = () => new Error('the card form is not loaded');

  async function confirmBy(confirm: () => Promise<ConfirmResult>): Promise<ConfirmResult> {
    confirmations++;
    try {
      return await confirm();
    } finally {
      confirmations--;
    }
  }

  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    mounted?.frame.restyle();
  });

  function createFrame(by: Stripe, { kind, client_secret, needs_email, ends_here }: PaymentForm) {
    const clientSecret = client_secret ?? '';
    const { returnUrl, onComplete } = options;
    switch (kind) {
      case 'embedded':
        return createEmbeddedFrame(by, elements.frame, {
          clientSecret,
          onComplete: ends_here ? onComplete : null,
        });
      case 'custom': {
        const readEmail = needs_email ? options.readEmail : () => undefined;
        return createCheckoutFrame(by, elements.frame, { clientSecret, returnUrl, readEmail });
      }
      case 'payment':
      case 'setup':
        return createIntentFrame(by, elements.frame, { kind, clientSecret, returnUrl });
      case 'hosted':
        throw notLoaded();
    }
  }

  return {
    async load(next) {
      form = next;
      if (next.kind === 'hosted') return;
      const createStripe = await loadStripe(next.script_url);
      if (stripe === null || key !== next.publishable_key) {
        key = next.publishable_key;
        stripe = createStripe(key, { locale: options.locale });
      }
    },

    get mounted() {
      return mounted !== null || form?.kind === 'hosted';
    },

    clear() {
      mounted?.frame.destroy();
      mounted = null;
    },

    async mount() {
      if (form?.kind === 'hosted') return this.clear();
      if (!stripe || !form) throw notLoaded();
      const clientSecret = form.client_secret ?? '';
      if (mounted?.clientSecret === clientSecret) return mounted.frame.refresh();
      this.clear();
      elements.card.setAttribute('aria-busy', 'true');
      const frame = await createFrame(stripe, form);
      mounted = { frame, clientSecret };
      elements.skeleton.hidden = true;
      elements.card.setAttribute('aria-busy', 'false');
    },

    async validate() {
      return form?.kind === 'hosted' || (mounted?.frame.validate() ?? false);
    },

    confirm() {
      if (!mounted) throw notLoaded();
      const { frame } = mounted;
      return confirmBy(() => frame.confirm());
    },

    resume() {
      if (!stripe || !form?.client_secret) throw notLoaded();
      const by = stripe;
      const clientSecret = form.client_secret;
      return confirmBy(() => by.handleNextAction({ clientSecret }));
    },

    leaveDialog() {
      setTimeout(() => {
        if (confirmations > 0) location.reload();
      }, CONFIRMATION_MS);
    },
  };
}
