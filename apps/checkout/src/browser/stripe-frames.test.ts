// @vitest-environment happy-dom
import type { Stripe } from '@stripe/stripe-js';
import { expect, it, vi } from 'vitest';
import { createCheckoutFrame, createIntentFrame } from './stripe-frames.ts';

/** A payment element that is ready as soon as it is mounted. */
function fakeElement() {
  const listeners = new Map<string, () => void>();
  return {
    listeners,
    element: {
      on: (name: string, listener: () => void) => listeners.set(name, listener),
      mount: () => listeners.get('ready')?.(),
    },
  };
}

const options = { clientSecret: 's', returnUrl: () => 'https://pay.example/' };

it.each(['a payment', 'a checkout session'])(
  'the Escape key in the frame of %s reaches the page around it',
  async (kind) => {
    const { element, listeners } = fakeElement();
    const create = () => element;
    const stripe = {
      elements: () => ({ create }),
      initCheckoutElementsSdk: async () => ({
        createPaymentElement: create,
        loadActions: async () => ({ type: 'success' }),
      }),
    } as unknown as Stripe;
    if (kind === 'a payment') {
      await createIntentFrame(stripe, document.body, { ...options, kind: 'payment' });
    } else {
      await createCheckoutFrame(stripe, document.body, { ...options, readEmail: () => null });
    }
    const listener = vi.fn<(event: KeyboardEvent) => void>();
    addEventListener('keydown', listener, { once: true });
    listeners.get('escape')?.();
    expect(listener.mock.calls[0]?.[0].key).toBe('Escape');
  },
);

it('the frame has the accent color of the merchant, without one that of the page', async () => {
  const appearances: unknown[] = [];
  const stripe = {
    elements: ({ appearance }: { readonly appearance: unknown }) => {
      appearances.push(appearance);
      return { create: () => fakeElement().element };
    },
  } as unknown as Stripe;
  const { style } = document.documentElement;
  style.setProperty('--accent', '#0b616d');
  await createIntentFrame(stripe, document.body, { ...options, kind: 'payment' });
  style.setProperty('--brand-text', '#857300');
  await createIntentFrame(stripe, document.body, { ...options, kind: 'payment' });
  expect(appearances).toMatchObject([
    { variables: { colorPrimary: '#0b616d' } },
    { variables: { colorPrimary: '#857300' } },
  ]);
});
