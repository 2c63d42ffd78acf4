import type { PayerPage, PaymentForm } from '@parley/operations';
import { describe, expect, it, vi } from 'vitest';
import { payerPage } from '../../test/payer-page.ts';
import { wordsFor } from '../words.ts';
import { Checkout } from './checkout.ts';
import type { Answer, Rpc } from './rpc.ts';
import type { IntentResult } from './stripe.ts';

const open = payerPage();
const paid = payerPage({ presentation_state: 'succeeded', status: 'paid', payment_received: true });
const dearer = payerPage({ amount_minor: 4500, cart_version: 2 });
const form: PaymentForm = {
  kind: 'payment',
  script_url: 'https://x/',
  publishable_key: 'pk',
  client_secret: 's',
  url: null,
  needs_email: false,
  ends_here: true,
};
const away = { failure: { code: 'unreachable', requestId: null } };

type Answers = Partial<Record<string, Answer<unknown>[]>>;

/** A page whose server answers as listed, the last answer again and again. */
function checkoutWith({
  answers = {},
  result = { paymentIntent: { status: 'succeeded' } },
  page = open,
  online = true,
}: {
  answers?: Answers;
  result?: IntentResult | Error;
  page?: PayerPage;
  online?: boolean;
}) {
  const listed: Answers = {
    preparePayment: [{ value: { page, form } }],
    checkCharge: [{ value: { payable: true, page } }],
    ...answers,
  };
  const calls: string[] = [];
  const rpc = (async (procedure: string) => {
    calls.push(procedure);
    const list = listed[procedure] ?? [away];
    return list.length > 1 ? list.shift() : list[0];
  }) as Rpc;
  const screen = {
    show: vi.fn<(stage: string, page: PayerPage, leads?: boolean) => void>(),
    order: vi.fn(),
    form: vi.fn(),
    notice: vi.fn<(text: string | null) => void>(),
    button: vi.fn<(state: string) => void>(),
    cardTrouble: vi.fn<(text: string | null) => void>(),
  };
  let mounted = false;
  const card = {
    load: vi.fn(async () => {}),
    clear: vi.fn(),
    mount: vi.fn(async () => {
      mounted = true;
    }),
    get mounted() {
      return mounted;
    },
    check: vi.fn(async () => true),
    confirm: vi.fn(async () => {
      if (result instanceof Error) throw result;
      return result;
    }),
    resume: vi.fn(async () => ({ paymentIntent: { status: 'succeeded' } })),
  };
  const leave = vi.fn<(url: string) => void>();
  const checkout = new Checkout(
    {
      leave,
      rpc,
      screen,
      card,
      words: wordsFor('en').words,
      amount: ({ amount_minor }) => `€${(amount_minor / 100).toFixed(2)}`,
      providerHost: 'js.stripe.com',
      wait: async () => {},
      isOnline: () => online,
    },
    page,
  );
  const shown = () => screen.show.mock.calls.map(([stage]) => stage);
  const said = () => screen.notice.mock.calls.map(([text]) => text).filter(Boolean);
  return { checkout, calls, screen, card, leave, shown, said };
}

describe('paying', () => {
  it('prepares, checks, confirms, asks, and leads on', async () => {
    const { checkout, calls, screen, card } = checkoutWith({
      answers: { syncPayment: [{ value: paid }] },
    });
    await checkout.start(false);
    expect(screen.button).toHaveBeenLastCalledWith('ready', open);
    await checkout.pay();
    expect(calls).toEqual(['preparePayment', 'checkCharge', 'syncPayment']);
    expect(card.confirm).toHaveBeenCalledTimes(1);
    expect(screen.show).toHaveBeenLastCalledWith('paid', paid, true);
  });

  it('happens once however often the button is pressed', async () => {
    const { checkout, card } = checkoutWith({ answers: { syncPayment: [{ value: paid }] } });
    await checkout.start(false);
    await Promise.all([checkout.pay(), checkout.pay(), checkout.pay()]);
    expect(card.confirm).toHaveBeenCalledTimes(1);
  });

  it('does not charge what was not shown', async () => {
    const { checkout, card, said, screen } = checkoutWith({
      answers: {
        checkCharge: [{ value: { payable: false, page: dearer } }],
        preparePayment: [{ value: { page: open, form } }, { value: { page: dearer, form } }],
      },
    });
    await checkout.start(false);
    await checkout.pay();
    expect(card.confirm).not.toHaveBeenCalled();
    expect(screen.order).toHaveBeenCalledWith(dearer);
    expect(said().at(-1)).toContain('changed from €42.00 to €45.00');
    expect(screen.button).toHaveBeenLastCalledWith('ready', dearer);
  });

  it('does not begin offline, or when the charge cannot be checked', async () => {
    const offline = checkoutWith({ online: false });
    await offline.checkout.start(false);
    await offline.checkout.pay();
    expect(offline.said().at(-1)).toContain('offline and have not been charged');
    expect(offline.card.confirm).not.toHaveBeenCalled();

    const alone = checkoutWith({ answers: { checkCharge: [away] } });
    await alone.checkout.start(false);
    await alone.checkout.pay();
    expect(alone.said().at(-1)).toContain('have not been charged');
    expect(alone.card.confirm).not.toHaveBeenCalled();
  });

  it('tells a decline in plain words and keeps the form', async () => {
    const { checkout, said, shown } = checkoutWith({
      result: { error: { type: 'card_error', decline_code: 'insufficient_funds' } },
      answers: { syncPayment: [{ value: open }] },
    });
    await checkout.start(false);
    await checkout.pay();
    expect(said().at(-1)).toMatch(/^Your card was declined; no money was taken\. There is not/);
    expect(shown().at(-1)).toBe('form');
  });

  it('believes the server, not the browser, about the end', async () => {
    const { checkout, shown } = checkoutWith({
      result: { error: { type: 'card_error', decline_code: 'generic_decline' } },
      answers: { syncPayment: [{ value: paid }] },
    });
    await checkout.start(false);
    await checkout.pay();
    expect(shown().at(-1)).toBe('paid');
  });
});

describe('a connection lost while paying', () => {
  it('is said, and the provider asked until it is known', async () => {
    const { checkout, shown } = checkoutWith({
      result: new Error('gone'),
      answers: { syncPayment: [away, away, { value: paid }] },
    });
    await checkout.start(false);
    await checkout.pay();
    expect(shown().slice(-2)).toEqual(['unsure', 'paid']);
  });

  it('leads back to the form once the provider has twice said that nothing was taken', async () => {
    const { checkout, shown, said, calls } = checkoutWith({
      result: { error: { type: 'api_connection_error' } },
      answers: { syncPayment: [{ value: open }] },
    });
    await checkout.start(false);
    await checkout.pay();
    expect(calls.filter((call) => call === 'syncPayment')).toHaveLength(2);
    expect(shown().slice(-2)).toEqual(['unsure', 'form']);
    expect(said().at(-1)).toContain('no money was taken');
  });

  it('never says "not charged" after the provider has accepted', async () => {
    const { checkout, shown } = checkoutWith({ answers: { syncPayment: [{ value: open }] } });
    await checkout.start(false);
    await checkout.pay();
    expect(shown().slice(-2)).toEqual(['processing', 'slow']);
  });
});

describe('a page that cannot take the payment', () => {
  it('waits while the merchant prepares it, and then goes on by itself', async () => {
    const waits = { value: { page: open, form: null, waiting: true } };
    const { checkout, shown, screen } = checkoutWith({
      answers: { preparePayment: [waits, away, waits, { value: { page: open, form } }] },
    });
    await checkout.start(false);
    expect(shown()).toEqual(['waiting', 'form']);
    expect(screen.button).toHaveBeenLastCalledWith('ready', open);
  });

  it('stops waiting where the session has ended', async () => {
    const waits = { value: { page: open, form: null, waiting: true } };
    const expired = payerPage({ presentation_state: 'expired', status: 'expired' });
    const { checkout, shown } = checkoutWith({
      answers: { preparePayment: [waits, { value: { page: expired, form: null } }] },
    });
    await checkout.start(false);
    expect(shown()).toEqual(['waiting', 'expired']);
  });

  it('offers another try where the card form does not come', async () => {
    const { checkout, screen, card } = checkoutWith({});
    card.load.mockRejectedValueOnce(new Error('blocked'));
    await checkout.start(false);
    expect(screen.cardTrouble.mock.calls.at(-1)?.[0]).toContain('js.stripe.com');
    await checkout.retryCard();
    expect(screen.button).toHaveBeenLastCalledWith('ready', open);
  });

  it('goes on with the bank’s question where it was left', async () => {
    const challenged = payerPage({ presentation_state: 'action_required' });
    const { checkout, shown, card } = checkoutWith({
      page: challenged,
      answers: { syncPayment: [{ value: paid }] },
    });
    await checkout.start(false);
    expect(card.mount).not.toHaveBeenCalled();
    await checkout.resume();
    expect(shown()).toEqual(['action_required', 'paid']);
  });
});

describe('a form of another kind', () => {
  const hosted = { ...form, kind: 'hosted', client_secret: null, url: 'https://pay.x/1' } as const;
  const embedded = { ...form, kind: 'embedded' } as const;
  const setup = { ...form, kind: 'setup' } as const;
  const begun = { presentation_state: 'succeeded', status: 'provisionable' } as const;
  const prepared = (made: PaymentForm) => [{ value: { page: open, form: made } }];

  it('leads to the provider’s own page once the charge is checked', async () => {
    const { checkout, calls, leave, card, screen } = checkoutWith({
      answers: { preparePayment: prepared(hosted) },
    });
    await checkout.start(false);
    await checkout.pay();
    expect(calls).toEqual(['preparePayment', 'checkCharge']);
    expect(leave).toHaveBeenCalledWith('https://pay.x/1');
    expect(card.confirm).not.toHaveBeenCalled();
    // Back again by the browser's own button, it can be pressed again.
    expect(screen.button).toHaveBeenLastCalledWith('ready', open);
  });

  it('asks the provider when the payer is back from its page', async () => {
    const { checkout, shown } = checkoutWith({
      answers: { preparePayment: prepared(hosted), syncPayment: [{ value: paid }] },
    });
    await checkout.start(false);
    await checkout.refresh();
    expect(shown().at(-1)).toBe('paid');
  });

  it('does not lead away to what was not shown', async () => {
    const { checkout, leave } = checkoutWith({
      answers: {
        preparePayment: prepared(hosted),
        checkCharge: [{ value: { payable: false, page: dearer } }],
      },
    });
    await checkout.start(false);
    await checkout.pay();
    expect(leave).not.toHaveBeenCalled();
  });

  it('hears of the end inside the provider’s page', async () => {
    const { checkout, screen } = checkoutWith({
      answers: { preparePayment: prepared(embedded), syncPayment: [{ value: paid }] },
    });
    await checkout.start(false);
    expect(checkout.watchful).toBe(true);
    await checkout.finish();
    expect(screen.show).toHaveBeenLastCalledWith('paid', paid, true);
  });

  it('takes the provider’s page away as soon as it shows another cart', async () => {
    const { checkout, card } = checkoutWith({
      answers: { preparePayment: prepared(embedded), getPage: [{ value: dearer }] },
    });
    await checkout.start(false);
    await checkout.refresh();
    expect(card.clear).toHaveBeenCalledTimes(1);
  });

  it('begins a trial once the card is kept', async () => {
    const trial = payerPage(begun);
    const { checkout, screen } = checkoutWith({
      result: { setupIntent: { status: 'succeeded' } },
      answers: { preparePayment: prepared(setup), syncPayment: [{ value: trial }] },
    });
    await checkout.start(false);
    await checkout.pay();
    expect(screen.show).toHaveBeenLastCalledWith('nothing_due', trial, true);
  });

  it('keeps no card for a cart that has changed', async () => {
    const { checkout, shown, said } = checkoutWith({
      result: { setupIntent: { status: 'succeeded' } },
      answers: {
        preparePayment: [...prepared(setup), { value: { page: dearer, form: setup } }],
        syncPayment: [{ value: dearer }],
      },
    });
    await checkout.start(false);
    await checkout.pay();
    expect(shown().at(-1)).toBe('form');
    expect(said().at(-1)).toContain('changed from €42.00 to €45.00');
  });

  it('asks for the card a trial was begun without, and for no more', async () => {
    const missing = payerPage({ ...begun, may_miss_card: true });
    const { checkout, calls, shown, screen } = checkoutWith({
      page: missing,
      result: { setupIntent: { status: 'succeeded' } },
      answers: {
        preparePayment: [
          { value: { page: missing, form: setup } },
          { value: { page: missing, form: null } },
        ],
        syncPayment: [{ value: missing }],
      },
    });
    await checkout.start(false);
    expect(shown()).toEqual(['nothing_due', 'card_missing']);
    await checkout.pay();
    expect(calls).not.toContain('checkCharge');
    expect(screen.show).toHaveBeenLastCalledWith('nothing_due', missing, true);
  });
});
