import type { PaymentForm } from '@parley/operations';
import { customFrame } from './custom-frame.ts';
import { embeddedFrame } from './embedded-frame.ts';
import type { Frame } from './frame.ts';
import { intentFrame } from './intent-frame.ts';
import type { Parts } from './parts.ts';
import type { Card } from './ports.ts';
import { loadScript, type Stripe } from './stripe.ts';

interface CardOptions {
  readonly locale: string;
  readonly returnUrl: () => string;
  /** Called when the provider's page inside ours has come to its end. */
  readonly onComplete: () => void;
  readonly email: () => string | null;
}

/** The provider's frame by Stripe.js' public calls. Card data never passes through this page. */
export function createCard(parts: Parts, options: CardOptions): Card {
  let stripe: Stripe | null = null;
  let key = '';
  let form: PaymentForm | null = null;
  let mounted: { readonly frame: Frame; readonly clientSecret: string } | null = null;

  const missing = () => new Error('the card form is not there');

  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    mounted?.frame.restyle();
  });

  function create(by: Stripe, { kind, client_secret, needs_email, ends_here }: PaymentForm) {
    const clientSecret = client_secret ?? '';
    const { locale, returnUrl, onComplete } = options;
    switch (kind) {
      case 'embedded':
        return embeddedFrame(by, parts.frame, {
          clientSecret,
          onComplete: ends_here ? onComplete : null,
        });
      case 'custom': {
        const email = needs_email ? options.email : () => undefined;
        return customFrame(by, parts.frame, { clientSecret, returnUrl, email });
      }
      case 'payment':
      case 'setup':
        return intentFrame(by, parts.frame, { kind, clientSecret, locale, returnUrl });
      case 'hosted':
        throw missing();
    }
  }

  return {
    async load(next) {
      form = next;
      if (next.kind === 'hosted') return;
      await loadScript(next.script_url);
      if (!globalThis.Stripe) throw missing();
      if (stripe === null || key !== next.publishable_key) {
        key = next.publishable_key;
        stripe = globalThis.Stripe(key, { locale: options.locale });
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
      if (!stripe || !form) throw missing();
      const clientSecret = form.client_secret ?? '';
      if (mounted?.clientSecret === clientSecret) return mounted.frame.refresh();
      this.clear();
      parts.card.setAttribute('aria-busy', 'true');
      const frame = await create(stripe, form);
      mounted = { frame, clientSecret };
      parts.skeleton.hidden = true;
      parts.card.setAttribute('aria-busy', 'false');
    },

    async check() {
      return form?.kind === 'hosted' || (mounted?.frame.check() ?? false);
    },

    confirm() {
      if (!mounted) throw missing();
      return mounted.frame.confirm();
    },

    resume() {
      if (!stripe || !form?.client_secret) throw missing();
      return stripe.handleNextAction({ clientSecret: form.client_secret });
    },
  };
}
