import type { PaymentForm } from '@parley/operations';
import { expect } from 'vitest';
import { startPayments } from '../provider.ts';
import { type Link, servePayer, submit } from './payer-browser.ts';

/** Everything a payment by the hosted page passes through, and a payer with a browser. */
export async function startHosted() {
  const payments = await startPayments();
  const payer = await servePayer(payments);

  /** Opens the page up to where there is a form. */
  async function prepared(link: Link) {
    await payer.ask('openPage', link);
    const { form, page, waiting } = await payer.ask('preparePayment', link);
    expect(waiting).toBe(false);
    if (!form) throw new Error(`no form, but ${page.presentation_state}`);
    return { form, page };
  }

  return {
    payments,
    payer,
    prepared,
    /** The same, up to where the payer may press the button. */
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

export type Hosted = Awaited<ReturnType<typeof startHosted>>;
