import type { PaymentForm } from '@parley/operations';
import { describe, expect, it } from 'vitest';
import { payerPage } from '../../test/payer-page.ts';
import { form, moreExpensive, open, paid, startFlow } from '../../test/payment-flow.ts';

describe('pay', () => {
  it('prepares, checks the charge, confirms, reads the outcome and redirects', async () => {
    const { flow, calls, screen, cardForm } = startFlow({
      responses: { syncPayment: [paid] },
    });
    await flow.start(false);
    expect(screen.setButton).toHaveBeenLastCalledWith('ready', open);
    await flow.pay();
    expect(calls).toEqual(['preparePayment', 'checkCharge', 'syncPayment']);
    expect(cardForm.confirm).toHaveBeenCalledTimes(1);
    expect(screen.showStage).toHaveBeenLastCalledWith('paid', paid, true);
  });

  it('confirms once if the button is pressed several times', async () => {
    const { flow, cardForm } = startFlow({ responses: { syncPayment: [paid] } });
    await flow.start(false);
    await Promise.all([flow.pay(), flow.pay(), flow.pay()]);
    expect(cardForm.confirm).toHaveBeenCalledTimes(1);
  });

  it('does not confirm a charge that differs from the one shown', async () => {
    const { flow, cardForm, notices, screen } = startFlow({
      responses: {
        checkCharge: [{ payable: false, page: moreExpensive }],
        preparePayment: [
          { page: open, form },
          { page: moreExpensive, form },
        ],
      },
    });
    await flow.start(false);
    await flow.pay();
    expect(cardForm.confirm).not.toHaveBeenCalled();
    expect(screen.showOrder).toHaveBeenCalledWith(moreExpensive);
    expect(notices().at(-1)).toContain('changed from €42.00 to €45.00');
    expect(screen.setButton).toHaveBeenLastCalledWith('ready', moreExpensive);
  });

  it.each(['canceled', 'expired'] as const)(
    'does not confirm the charge of a session that is %s by then',
    async (status) => {
      const ended = payerPage({ status, presentation_state: status });
      const { flow, calls, cardForm, screen } = startFlow({
        responses: { checkCharge: [{ payable: false, page: ended }] },
      });
      await flow.start(false);
      await flow.pay();
      expect(calls).toEqual(['preparePayment', 'checkCharge']);
      expect(cardForm.confirm).not.toHaveBeenCalled();
      expect(screen.showStage.mock.lastCall?.slice(0, 2)).toEqual([status, ended]);
    },
  );

  it('does not confirm a charge that is unchanged and not payable any more', async () => {
    const { flow, calls, cardForm, notices } = startFlow({
      responses: { checkCharge: [{ payable: false, page: open }] },
    });
    await flow.start(false);
    await flow.pay();
    expect(calls).toEqual(['preparePayment', 'checkCharge', 'preparePayment']);
    expect(cardForm.confirm).not.toHaveBeenCalled();
    expect(notices().at(-1)).toContain('have not been charged');
  });

  it('does not confirm while offline or if the charge cannot be checked', async () => {
    const offline = startFlow({ online: false });
    await offline.flow.start(false);
    await offline.flow.pay();
    expect(offline.notices().at(-1)).toContain('have not been charged. You are offline');
    expect(offline.cardForm.confirm).not.toHaveBeenCalled();

    const unchecked = startFlow({ responses: { checkCharge: [null] } });
    await unchecked.flow.start(false);
    await unchecked.flow.pay();
    expect(unchecked.notices().at(-1)).toContain('have not been charged');
    expect(unchecked.cardForm.confirm).not.toHaveBeenCalled();
  });

  it('shows the reason of a decline and returns to the form', async () => {
    const { flow, notices, stages } = startFlow({
      result: { error: { type: 'card_error', decline_code: 'insufficient_funds' } },
      responses: { syncPayment: [open] },
    });
    await flow.start(false);
    await flow.pay();
    expect(notices().at(-1)).toMatch(
      /^You have not been charged\. Your card was declined\. The card has insufficient funds/,
    );
    expect(stages().at(-1)).toBe('form');
  });

  it('shows the outcome of the server if the browser reports another', async () => {
    const { flow, stages } = startFlow({
      result: { error: { type: 'card_error', decline_code: 'generic_decline' } },
      responses: { syncPayment: [paid] },
    });
    await flow.start(false);
    await flow.pay();
    expect(stages().at(-1)).toBe('paid');
  });
});

describe('a connection lost during the payment', () => {
  it('is shown as unsure until the provider reports the outcome', async () => {
    const { flow, stages } = startFlow({
      result: new Error('gone'),
      responses: { syncPayment: [null, null, paid] },
    });
    await flow.start(false);
    await flow.pay();
    expect(stages().slice(-2)).toEqual(['unsure', 'paid']);
  });

  it('returns to the form after the provider has reported twice that nothing was taken', async () => {
    const { flow, stages, notices, calls } = startFlow({
      result: { error: { type: 'api_connection_error' } },
      responses: { syncPayment: [open] },
    });
    await flow.start(false);
    await flow.pay();
    expect(calls.filter((call) => call === 'syncPayment')).toHaveLength(2);
    expect(stages().slice(-2)).toEqual(['unsure', 'form']);
    expect(notices().at(-1)).toContain('have not been charged');
  });

  it('never shows "not charged" after the provider has accepted the payment', async () => {
    const { flow, stages } = startFlow({ responses: { syncPayment: [open] } });
    await flow.start(false);
    await flow.pay();
    expect(stages().slice(-2)).toEqual(['processing', 'slow']);
  });
});

describe('a payment that cannot start yet', () => {
  it('waits for the merchant to prepare it and then shows the form', async () => {
    const waits = { page: open, form: null, waiting: true };
    const { flow, stages, screen } = startFlow({
      responses: { preparePayment: [waits, null, waits, { page: open, form }] },
    });
    await flow.start(false);
    expect(stages()).toEqual(['waiting', 'form']);
    expect(screen.setButton).toHaveBeenLastCalledWith('ready', open);
  });

  it('does not announce a payment that only the merchant can make possible', async () => {
    const failed = {
      presentation_state: 'retry_available',
      status_reason: 'amount_too_small',
    } as const;
    const refused = { page: payerPage(failed), form: null };
    const { flow, stages } = startFlow({
      responses: {
        preparePayment: [refused, refused, { page: open, form: null }, { page: open, form }],
      },
    });
    await flow.start(false);
    expect(stages()).toEqual(['not_payable', 'form']);
  });

  it('stops waiting when the session ends', async () => {
    const waits = { page: open, form: null, waiting: true };
    const expired = payerPage({ presentation_state: 'expired', status: 'expired' });
    const { flow, stages } = startFlow({
      responses: { preparePayment: [waits, { page: expired, form: null }] },
    });
    await flow.start(false);
    expect(stages()).toEqual(['waiting', 'expired']);
  });

  it('can load the card form again after an error', async () => {
    const { flow, screen, cardForm } = startFlow({});
    cardForm.load.mockRejectedValueOnce(new Error('blocked'));
    await flow.start(false);
    expect(screen.showCardError.mock.calls.at(-1)?.[0]).toContain('js.stripe.com');
    await flow.retryCard();
    expect(screen.setButton).toHaveBeenLastCalledWith('ready', open);
  });

  it('continues a bank authentication without mounting the form', async () => {
    const challenged = payerPage({ presentation_state: 'action_required' });
    const { flow, stages, cardForm } = startFlow({
      page: challenged,
      responses: { syncPayment: [paid] },
    });
    await flow.start(false);
    expect(cardForm.mount).not.toHaveBeenCalled();
    await flow.resume();
    expect(stages()).toEqual(['action_required', 'paid']);
  });

  it('does not continue a bank authentication of another charge than the page shows', async () => {
    const challenged = payerPage({ presentation_state: 'action_required' });
    const changed = { ...challenged, amount_minor: challenged.amount_minor + 1 };
    const { flow, cardForm } = startFlow({
      page: challenged,
      responses: { checkCharge: [{ payable: false, page: changed }] },
    });
    await flow.start(false);
    await flow.resume();
    expect(cardForm.resume).not.toHaveBeenCalled();
  });
});

describe('other kinds of form', () => {
  const hosted = { ...form, kind: 'hosted', client_secret: null, url: 'https://pay.x/1' } as const;
  const embedded = { ...form, kind: 'embedded' } as const;
  const setup = { ...form, kind: 'setup' } as const;
  const begun = { presentation_state: 'succeeded', status: 'provisionable' } as const;
  const prepared = (made: PaymentForm) => [{ page: open, form: made }];

  it('redirects to a hosted page after the charge is checked', async () => {
    const { flow, calls, cardForm, screen } = startFlow({
      responses: { preparePayment: prepared(hosted) },
    });
    await flow.start(false);
    await flow.pay();
    expect(calls).toEqual(['preparePayment', 'checkCharge']);
    expect(screen.leave).toHaveBeenCalledWith('https://pay.x/1');
    expect(cardForm.confirm).not.toHaveBeenCalled();
    // The payer may return by the browser's back button.
    expect(screen.setButton).toHaveBeenLastCalledWith('ready', open);
  });

  it('reads the payment from the provider when the payer returns from a hosted page', async () => {
    const { flow, stages } = startFlow({
      responses: { preparePayment: prepared(hosted), syncPayment: [paid] },
    });
    await flow.start(false);
    await flow.refresh();
    expect(stages().at(-1)).toBe('paid');
  });

  it('does not redirect to a charge that differs from the one shown', async () => {
    const { flow, screen } = startFlow({
      responses: {
        preparePayment: prepared(hosted),
        checkCharge: [{ payable: false, page: moreExpensive }],
      },
    });
    await flow.start(false);
    await flow.pay();
    expect(screen.leave).not.toHaveBeenCalled();
  });

  it('does not redirect to the hosted page of a session that has ended', async () => {
    const ended = payerPage({ status: 'canceled', presentation_state: 'canceled' });
    const { flow, screen } = startFlow({
      responses: {
        preparePayment: [{ page: open, form: { ...form, url: 'https://hosted.test/' } }],
        checkCharge: [{ payable: false, page: ended }],
      },
    });
    await flow.start(false);
    await flow.pay();
    expect(screen.leave).not.toHaveBeenCalled();
  });

  it('shows the outcome when an embedded page completes', async () => {
    const { flow, screen } = startFlow({
      responses: { preparePayment: prepared(embedded), syncPayment: [paid] },
    });
    await flow.start(false);
    expect(flow.needsPolling).toBe(true);
    await flow.finish();
    expect(screen.showStage).toHaveBeenLastCalledWith('paid', paid, true);
  });

  it('removes an embedded page when the cart has changed', async () => {
    const { flow, cardForm } = startFlow({
      responses: { preparePayment: prepared(embedded), getPage: [moreExpensive] },
    });
    await flow.start(false);
    await flow.refresh();
    expect(cardForm.clear).toHaveBeenCalledTimes(1);
  });

  it('begins a trial after the card is saved', async () => {
    const trial = payerPage(begun);
    const { flow, screen } = startFlow({
      result: { setupIntent: { status: 'succeeded' } },
      responses: { preparePayment: prepared(setup), syncPayment: [trial] },
    });
    await flow.start(false);
    await flow.pay();
    expect(screen.showStage).toHaveBeenLastCalledWith('nothing_due', trial, true);
  });

  it('prepares again if the cart changed while a card was saved', async () => {
    const { flow, stages, notices } = startFlow({
      result: { setupIntent: { status: 'succeeded' } },
      responses: {
        preparePayment: [...prepared(setup), { page: moreExpensive, form: setup }],
        syncPayment: [moreExpensive],
      },
    });
    await flow.start(false);
    await flow.pay();
    expect(stages().at(-1)).toBe('form');
    expect(notices().at(-1)).toContain('changed from €42.00 to €45.00');
  });

  it('asks for the missing card of a trial and checks no charge', async () => {
    const missing = payerPage({ ...begun, may_miss_card: true });
    const { flow, calls, stages, screen } = startFlow({
      page: missing,
      result: { setupIntent: { status: 'succeeded' } },
      responses: {
        preparePayment: [
          { page: missing, form: setup },
          { page: missing, form: null },
        ],
        syncPayment: [missing],
      },
    });
    await flow.start(false);
    expect(stages()).toEqual(['nothing_due', 'card_missing']);
    await flow.pay();
    expect(screen.setCheckingCard.mock.calls).toEqual([[true], [false], [true], [false]]);
    expect(calls).not.toContain('checkCharge');
    expect(screen.showStage).toHaveBeenLastCalledWith('nothing_due', missing, true);
  });
});
