import { newId, type PayerPage, type PaymentForm } from '@parley/operations';
import { type PayerRouter, payerRouter } from '@parley/router/payer';
import { startServer } from '@parley/testing';
import type { inferRouterOutputs } from '@trpc/server';
import { createHTTPServer } from '@trpc/server/adapters/standalone';
import type { Payments } from '../provider.ts';

type Outputs = inferRouterOutputs<PayerRouter>;
/** The payer's procedures that need nothing but the link. */
type Plain = Exclude<keyof Outputs, 'checkCharge' | 'verifyChallenge'>;

interface Wire {
  readonly result?: { readonly data: unknown };
  readonly error?: { readonly message: string };
}

export interface Link {
  readonly id: string;
  readonly pk: string;
}

/** The provider's test cards, by what they do. */
export const cards = {
  visa: '4242424242424242',
  declined: '4000000000000002',
  authenticated: '4000002760003184',
  settlesLater: '4000000000006116',
  failsLater: '4000000000006124',
} as const;

/** Serves the payer router over HTTP, as the page's script calls it. */
export async function servePayer({ api }: Payments) {
  const router = createHTTPServer({
    router: payerRouter,
    allowMethodOverride: true,
    createContext: () => ({
      deps: { ...api.deps, checkoutUrl: 'http://pay.test' },
      requestId: newId('req'),
      payerPage: true,
    }),
  });
  const { url, stop } = await startServer(router);

  // biome-ignore lint/suspicious/noExplicitAny: typed by the router where it is called
  async function post(procedure: string, input: object): Promise<any> {
    const response = await fetch(`${url}/${procedure}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    const { result, error } = (await response.json()) as Wire;
    if (error) throw new Error(`${procedure}: ${error.message}`);
    return result?.data;
  }
  return {
    call: <P extends Plain>(procedure: P, link: Link): Promise<Outputs[P]> => post(procedure, link),
    /** Whether the charge that the page shows may be taken. */
    checkCharge: (link: Link, page: PayerPage): Promise<Outputs['checkCharge']> => {
      const { cart_version, amount_minor, currency } = page;
      return post('checkCharge', { ...link, cart_version, amount_minor, currency });
    },
    stop,
  };
}

const resources = {
  payment: 'payment_intents',
  setup: 'setup_intents',
  embedded: 'payment_pages',
  custom: 'payment_pages',
  hosted: 'payment_pages',
} as const satisfies Record<PaymentForm['kind'], string>;

/** Submits a card as the provider's script does, with only the values that the browser has. */
export async function submit(
  { account }: Payments,
  form: PaymentForm,
  number: string,
): Promise<{ status: number }> {
  const secret = form.client_secret;
  const id = secret?.split('_secret_')[0] ?? form.url?.split('/').at(-1) ?? '';
  const response = await fetch(`${account.apiUrl}/v1/${resources[form.kind]}/${id}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: form.publishable_key,
      ...(secret === null ? {} : { client_secret: secret }),
      ...(form.kind === 'payment' || form.kind === 'setup' ? {} : { email: 'ada@example.com' }),
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2030',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  await response.text();
  return { status: response.status };
}
