import type { PaymentForm } from '@parley/operations';
import { expect } from 'vitest';
import { startPayments } from '../provider.ts';
import { type Link, servePayer, submit } from './payer-browser.ts';

/** The API, the provider, a worker, and a payer with a browser. */
export async function startHosted() {
  const payments = await startPayments();
  const payer = await servePayer(payments);

  /** Opens the page and prepares the payment form. */
  async function prepared(link: Link) {
    const { form, page, waiting } = await payer.call('openPage', link);
    expect(waiting).toBe(false);
    if (!form) throw new Error(`no form, but ${page.presentation_state}`);
    return { form, page };
  }

  return {
    payments,
    payer,
    prepared,
    /** Opens the page, prepares the form and checks that the charge may be taken. */
    async payable(link: Link) {
      const { form, page } = await prepared(link);
      expect((await payer.checkCharge(link, page)).payable).toBe(true);
      return { form, page };
    },
    submit: (form: PaymentForm, card: string) => submit(payments, form, card),
    merchantView: async ({ id }: Link) =>
      (await payments.api.get(`/proxy_sessions/${id}/merchant`)).body,
    attempts: async ({ id }: Link) =>
      (await payments.api.get(`/proxy_sessions/${id}/acquisition_attempts`)).body.data,
    replaceCart: ({ id }: Link, cart: object) =>
      payments.api.call('PUT', `/proxy_sessions/${id}/cart`, {
        amount_minor: 5000,
        currency: 'eur',
        expected_cart_version: 1,
        ...cart,
      }),
    stop: async () => {
      await payer.stop();
      await payments.stop();
    },
  };
}
