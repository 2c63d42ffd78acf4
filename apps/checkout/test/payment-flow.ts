import type { PayerPage, PaymentForm } from '@parley/operations';
import { messages } from '@parley/payer-view/messages/en';
import { vi } from 'vitest';
import type { ConfirmResult } from '../src/browser/confirm-outcome.ts';
import type { PayerClient } from '../src/browser/payer-client.ts';
import { PaymentFlow } from '../src/browser/payment-flow.ts';
import { payerPage } from './payer-page.ts';

export const open = payerPage();
export const paid = payerPage({
  presentation_state: 'succeeded',
  status: 'paid',
  payment_received: true,
});
export const moreExpensive = payerPage({ amount_minor: 4500, cart_version: 2 });
export const form: PaymentForm = {
  kind: 'payment',
  script_url: 'https://x/',
  publishable_key: 'pk',
  client_secret: 's',
  url: null,
  needs_email: false,
  ends_here: true,
};
type Responses = { readonly [P in keyof PayerClient]?: Awaited<ReturnType<PayerClient[P]>>[] };

/** A payment flow whose server returns the listed responses, then repeats the last one. Null is a failure. */
export function startFlow({
  responses = {},
  result = { paymentIntent: { status: 'succeeded' } },
  page = open,
  online = true,
}: {
  responses?: Responses;
  result?: ConfirmResult | Error;
  page?: PayerPage;
  online?: boolean;
}) {
  const lists: Responses = {
    preparePayment: [{ page, form }],
    checkCharge: [{ payable: true, page }],
    ...responses,
  };
  const calls: string[] = [];
  const respond =
    <P extends keyof PayerClient>(procedure: P) =>
    async (): Promise<Awaited<ReturnType<PayerClient[P]>> | null> => {
      calls.push(procedure);
      const list = lists[procedure] ?? [];
      return (list.length > 1 ? list.shift() : list[0]) ?? null;
    };
  const client: { -readonly [P in keyof PayerClient]: PayerClient[P] } = {
    getPage: respond('getPage'),
    syncPayment: respond('syncPayment'),
    preparePayment: respond('preparePayment'),
    verifyChallenge: respond('verifyChallenge'),
    checkCharge: vi.fn<PayerClient['checkCharge']>(respond('checkCharge')),
  };
  const screen = {
    showStage: vi.fn<(stage: string, page: PayerPage, redirects?: boolean) => void>(),
    setCheckingCard: vi.fn<(checking: boolean) => void>(),
    showOrder: vi.fn(),
    showForm: vi.fn(),
    showNotice: vi.fn<(text: string | null) => void>(),
    setButton: vi.fn<(state: string) => void>(),
    leave: vi.fn<(url: string) => void>(),
    showCardError: vi.fn<(text: string | null) => void>(),
  };
  let mounted = false;
  const cardForm = {
    load: vi.fn(async () => {}),
    clear: vi.fn(),
    mount: vi.fn(async () => {
      mounted = true;
    }),
    get mounted() {
      return mounted;
    },
    validate: vi.fn(async () => true),
    confirm: vi.fn(async () => {
      if (result instanceof Error) throw result;
      return result;
    }),
    resume: vi.fn(async () => ({ paymentIntent: { status: 'succeeded' } })),
    leaveDialog: vi.fn(),
  };
  const challenge = { show: vi.fn(async () => {}), hide: vi.fn() };
  const waits: number[] = [];
  const wait = vi.fn(async (ms: number) => {
    waits.push(ms);
  });
  const flow = new PaymentFlow(
    {
      client,
      screen,
      cardForm,
      challenge,
      messages,
      formatAmount: ({ amount_minor }) => `€${(amount_minor / 100).toFixed(2)}`,
      providerHost: 'js.stripe.com',
      now: () => 0,
      wait,
      isOnline: () => online,
    },
    page,
  );
  const stages = () => screen.showStage.mock.calls.map(([stage]) => stage);
  const notices = () => screen.showNotice.mock.calls.map(([text]) => text).filter(Boolean);
  return { flow, calls, client, screen, cardForm, challenge, stages, notices, waits, wait };
}
