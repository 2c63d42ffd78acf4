import { describe, expect, it } from 'vitest';
import { payerPage } from '../../test/payer-page.ts';
import { form, open, paid, startFlow } from '../../test/payment-flow.ts';

const setup = { ...form, kind: 'setup' } as const;
const trial = payerPage({
  presentation_state: 'succeeded',
  status: 'provisionable',
  may_miss_card: true,
});
const saved = { setupIntent: { status: 'succeeded' } };

describe('the form', () => {
  it('waits while it loads, then is ready, without a notice', async () => {
    const { flow, screen } = startFlow({});
    await flow.start(false);
    expect(screen.setButton.mock.calls.map(([state]) => state)).toEqual([
      'waiting',
      'waiting',
      'ready',
    ]);
    expect(screen.showNotice).not.toHaveBeenCalled();
  });

  it('removes the error of the card form when it is loaded again', async () => {
    const { flow, screen, cardForm } = startFlow({});
    cardForm.load.mockRejectedValueOnce(new Error('blocked'));
    await flow.start(false);
    await flow.retryCard();
    expect(screen.showCardError).toHaveBeenLastCalledWith(null);
  });

  it('is not shown if the deadline passed while it was prepared', async () => {
    const page = payerPage({ deadline_passed: true });
    const responses = { preparePayment: [{ page, form }] };
    const { flow, stages, cardForm } = startFlow({ responses });
    await flow.start(false);
    expect(stages().at(-1)).toBe('expired');
    expect(cardForm.mount).not.toHaveBeenCalled();
  });

  it('shows the terms that the provider object has', async () => {
    const terms = { due_now_minor: 0, recurring: [], trial_days: 14, trial_end: null };
    const page = payerPage({ terms });
    const { flow, screen } = startFlow({ page });
    await flow.start(false);
    expect(screen.showOrder).toHaveBeenCalledWith(page);
  });

  it('sends the charge that the payer has seen', async () => {
    const { flow, client } = startFlow({ responses: { syncPayment: [paid] } });
    await flow.start(false);
    await flow.pay();
    expect(client.checkCharge).toHaveBeenCalledWith({
      cart_version: 1,
      amount_minor: 4200,
      currency: 'eur',
    });
  });

  it('continues an authentication with the payment intent, but repeats a setup', async () => {
    const page = payerPage({ presentation_state: 'action_required' });
    const payment = startFlow({ page });
    await payment.flow.start(false);
    expect(payment.calls).toEqual(['preparePayment']);
    expect(payment.cardForm.load).toHaveBeenCalledWith(form);

    const repeated = startFlow({ page, responses: { preparePayment: [{ page, form: setup }] } });
    await repeated.flow.start(false);
    expect(repeated.stages()).toEqual(['form']);
    expect(repeated.cardForm.mount).toHaveBeenCalledTimes(1);
  });
});

describe('a payment that another tab completed', () => {
  const done = { page: paid, form: null };
  const waiting = { page: open, form: null };

  it.each([
    ['before the form was prepared', [done]],
    ['while the merchant prepared it', [waiting, done]],
  ])('%s is shown without a redirect', async (_, preparePayment) => {
    const { flow, screen } = startFlow({ responses: { syncPayment: [open], preparePayment } });
    await flow.start(true);
    expect(screen.showStage).toHaveBeenLastCalledWith('paid', paid, false);
  });

  it('before the button was pressed is shown without a redirect', async () => {
    const { flow, screen } = startFlow({
      responses: { checkCharge: [{ payable: false, page: paid }] },
    });
    await flow.start(false);
    await flow.pay();
    expect(screen.showStage).toHaveBeenLastCalledWith('paid', paid, false);
  });
});

describe('a page without a form', () => {
  const expired = payerPage({ presentation_state: 'expired', status: 'expired' });

  it('shows the amount that a late payment took', async () => {
    const late = { ...paid, amount_minor: 4500 };
    const { flow, screen } = startFlow({ page: expired, responses: { getPage: [expired, late] } });
    await flow.start(false);
    await flow.refresh();
    await flow.refresh();
    expect(screen.showOrder.mock.calls).toEqual([[late]]);
    expect(screen.showStage).toHaveBeenLastCalledWith('paid', late, false);
  });

  it('redirects a payer who returned from the payment of a subscription', async () => {
    const subscribed = payerPage({
      presentation_state: 'succeeded',
      status: 'provisioned',
      payment_received: true,
      subscription: true,
    });
    const { flow, screen } = startFlow({ page: subscribed });
    await flow.start(true);
    expect(screen.showStage).toHaveBeenLastCalledWith('paid', subscribed, true);
  });
});

describe('an outcome that polling finds', () => {
  it('redirects, because the payer has just paid', async () => {
    const { flow, screen } = startFlow({
      result: new Error('gone'),
      responses: { syncPayment: [paid] },
    });
    await flow.start(false);
    await flow.pay();
    expect(screen.showStage).toHaveBeenLastCalledWith('paid', paid, true);
  });

  it('is awaited after an embedded page completed and the server did not respond', async () => {
    const { flow, stages } = startFlow({
      responses: {
        preparePayment: [{ page: open, form: { ...form, kind: 'embedded' } }],
        syncPayment: [null],
      },
    });
    await flow.start(false);
    await flow.finish();
    expect(stages()).toEqual(['form', 'processing', 'slow']);
  });
});

describe('a trial that may miss a card', () => {
  it('is shown as begun if the server does not respond', async () => {
    const { flow, stages } = startFlow({ page: trial, responses: { preparePayment: [null] } });
    await flow.start(false);
    expect(stages()).toEqual(['nothing_due', 'nothing_due']);
  });

  it('confirms the card once', async () => {
    const { flow, cardForm } = startFlow({
      page: trial,
      result: saved,
      responses: {
        preparePayment: [
          { page: trial, form: setup },
          { page: trial, form: null },
        ],
        syncPayment: [trial],
      },
    });
    await flow.start(false);
    await flow.pay();
    expect(cardForm.confirm).toHaveBeenCalledTimes(1);
  });

  it('shows the success if it cannot check for a missing card', async () => {
    const { flow, stages, screen } = startFlow({
      page: trial,
      responses: { preparePayment: [null] },
    });
    await flow.start(false);
    expect(stages()).toEqual(['nothing_due', 'nothing_due']);
    expect(screen.setCheckingCard.mock.calls).toEqual([[true], [false]]);
  });

  it('shows the success of a paid subscription while it checks for a missing card', async () => {
    const { flow, screen } = startFlow({
      page: payerPage({ ...trial, payment_received: true }),
      responses: { preparePayment: [null] },
    });
    await flow.start(false);
    expect(screen.setCheckingCard.mock.calls).toEqual([[false], [false]]);
  });

  it('keeps asking for a card after a decline', async () => {
    const { flow, stages, notices } = startFlow({
      page: trial,
      result: { error: { type: 'card_error', decline_code: 'expired_card' } },
      responses: { preparePayment: [{ page: trial, form: setup }], syncPayment: [trial] },
    });
    await flow.start(false);
    await flow.pay();
    expect(stages().at(-1)).toBe('card_missing');
    expect(notices().at(-1)).toContain('The card has expired');
  });
});

describe('a payer whose bank waits', () => {
  it('pays the same form with another method instead', async () => {
    const challenged = payerPage({ presentation_state: 'action_required' });
    const { flow, calls, stages, screen } = startFlow({
      page: challenged,
      responses: { syncPayment: [paid] },
    });
    await flow.start(false);
    await flow.chooseAnother();
    expect(screen.setButton).toHaveBeenLastCalledWith('ready', challenged);
    await flow.pay();
    expect(calls).toEqual(['preparePayment', 'checkCharge', 'syncPayment']);
    expect(stages()).toEqual(['action_required', 'form', 'paid']);
  });
});
