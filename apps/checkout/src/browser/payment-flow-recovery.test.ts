import { describe, expect, it } from 'vitest';
import { payerPage } from '../../test/payer-page.ts';
import { form, moreExpensive, open, paid, startFlow } from '../../test/payment-flow.ts';

const processing = payerPage({ presentation_state: 'processing', status: 'payment_processing' });
const hosted = { ...form, kind: 'hosted', client_secret: null, url: 'https://pay.x/1' } as const;
const embedded = { ...form, kind: 'embedded' } as const;
const declined = { error: { type: 'card_error', decline_code: 'insufficient_funds' } };
const challenged = { paymentIntent: { status: 'requires_action' } };

describe('a page that is opened after the payment', () => {
  it('checks with the provider until a processing payment has an outcome', async () => {
    const { flow, stages, calls } = startFlow({
      page: processing,
      responses: { syncPayment: [processing, null, paid] },
    });
    await flow.start(false);
    expect(stages()).toEqual(['processing', 'paid']);
    expect(calls).toEqual(['syncPayment', 'syncPayment', 'syncPayment']);
  });

  it('returns to the form after one response that nothing was taken', async () => {
    const { flow, stages, calls, notices } = startFlow({
      page: processing,
      responses: { syncPayment: [open], preparePayment: [{ page: open, form }] },
    });
    await flow.start(false);
    expect(stages().at(-1)).toBe('form');
    expect(calls).toEqual(['syncPayment', 'preparePayment']);
    expect(notices().at(-1)).toContain('have not been charged');
  });

  it.each([true, false])(
    'redirects after success only if the payer returned: %s',
    async (returned) => {
      const { flow, screen, calls } = startFlow({ page: paid });
      await flow.start(returned);
      expect(screen.showStage.mock.calls).toEqual([['paid', paid, returned]]);
      expect(calls).toEqual([]);
    },
  );

  it('never redirects from an outcome that the payer has to read', async () => {
    const review = payerPage({
      presentation_state: 'under_review',
      status: 'payment_conflicted',
    });
    const { flow, screen } = startFlow({ page: review });
    await flow.start(true);
    expect(screen.showStage.mock.calls).toEqual([['under_review', review, false]]);
  });

  it('checks with the provider again after a timeout', async () => {
    const { flow, stages } = startFlow({
      page: processing,
      responses: { syncPayment: [...Array.from({ length: 12 }, () => processing), paid] },
    });
    await flow.start(false);
    expect(stages()).toEqual(['processing', 'slow']);
    await flow.checkAgain();
    expect(stages().slice(2)).toEqual(['processing', 'paid']);
  });
});

describe('a page that is shown again', () => {
  it('stays as it is when nothing has changed or the server does not respond', async () => {
    const { flow, calls, screen } = startFlow({ responses: { getPage: [open, null] } });
    await flow.start(false);
    screen.showStage.mockClear();
    await flow.refresh();
    await flow.refresh();
    expect(calls).toEqual(['preparePayment', 'getPage', 'getPage']);
    expect(screen.showStage).not.toHaveBeenCalled();
  });

  it.each([
    ['the amount', { amount_minor: 4500 }, 'changed from €42.00 to €45.00'],
    ['the currency', { currency: 'usd' }, 'changed from'],
    ['only the cart', { cart_version: 2 }, 'The order changed'],
  ])('prepares the payment again when %s has changed', async (_, change, notice) => {
    const page = payerPage(change);
    const { flow, calls, cardForm, notices, screen } = startFlow({
      responses: {
        getPage: [page],
        preparePayment: [
          { page: open, form },
          { page, form },
        ],
      },
    });
    await flow.start(false);
    await flow.refresh();
    expect(calls).toEqual(['preparePayment', 'getPage', 'preparePayment']);
    expect(screen.showOrder).toHaveBeenCalledWith(page);
    expect(notices().at(-1)).toContain(notice);
    // Only an embedded page has a button of its own.
    expect(cardForm.clear).not.toHaveBeenCalled();
  });

  it('checks with the provider only if the payer may have paid on a hosted page', async () => {
    const { flow, calls } = startFlow({
      responses: { preparePayment: [{ page: open, form: hosted }], syncPayment: [open] },
    });
    await flow.start(false);
    await flow.refresh();
    expect(calls).toEqual(['preparePayment', 'syncPayment']);
  });

  it('does not redirect a payer who did not pay now', async () => {
    const { flow, screen } = startFlow({ responses: { getPage: [paid] } });
    await flow.start(false);
    await flow.refresh();
    expect(screen.showStage).toHaveBeenLastCalledWith('paid', paid, false);
  });

  it('needs polling for an embedded page only', async () => {
    const { flow } = startFlow({});
    await flow.start(false);
    expect(flow.needsPolling).toBe(false);
    const inFrame = startFlow({ responses: { preparePayment: [{ page: open, form: embedded }] } });
    const starting = inFrame.flow.start(false);
    expect(inFrame.flow.needsPolling).toBe(false);
    await starting;
    expect(inFrame.flow.needsPolling).toBe(true);
  });
});

describe('a form that cannot be submitted', () => {
  it.each([
    ['has invalid fields', async () => false],
    [
      'cannot be validated',
      async () => {
        throw new Error('gone');
      },
    ],
  ])('that %s is shown again without a request', async (_, validate) => {
    const { flow, calls, cardForm, screen, notices } = startFlow({});
    cardForm.validate.mockImplementation(validate);
    await flow.start(false);
    await flow.pay();
    expect(calls).toEqual(['preparePayment']);
    expect(cardForm.confirm).not.toHaveBeenCalled();
    expect(screen.setButton.mock.calls.map(([state]) => state).slice(-2)).toEqual([
      'paying',
      'ready',
    ]);
    expect(notices()).toEqual([]);
  });

  it('is shown again without a notice if the provider finds a field incomplete', async () => {
    const { flow, calls, stages, screen, notices } = startFlow({
      result: { error: { type: 'validation_error' } },
    });
    await flow.start(false);
    await flow.pay();
    expect(calls).toEqual(['preparePayment', 'checkCharge']);
    expect(stages().at(-1)).toBe('form');
    expect(notices()).toEqual([]);
    expect(screen.setButton).toHaveBeenLastCalledWith('ready', open);
  });

  it('removes the notice of the previous attempt when the payer tries again', async () => {
    const { flow, screen } = startFlow({
      result: declined,
      responses: { syncPayment: [open] },
    });
    await flow.start(false);
    await flow.pay();
    screen.showNotice.mockClear();
    void flow.pay();
    expect(screen.showNotice.mock.calls).toEqual([[null]]);
  });

  it('is loaded again if it was not mounted', async () => {
    const { flow, calls, cardForm, notices } = startFlow({ online: false });
    cardForm.load.mockRejectedValueOnce(new Error('blocked'));
    await flow.start(false);
    await flow.pay();
    expect(calls).toEqual(['preparePayment', 'preparePayment']);
    expect(notices().at(-1)).toContain('You are offline');
  });

  it('says that the provider does not respond and keeps the reason to try again', async () => {
    const { flow, screen, notices } = startFlow({
      result: declined,
      responses: { preparePayment: [null], syncPayment: [open] },
    });
    await flow.start(false);
    expect(screen.showCardError.mock.lastCall?.[0]).toContain('The card form is not available');
    expect(notices()).toEqual([]);
    await flow.pay();
    expect(notices().at(-1)).toContain('insufficient funds');
  });

  it('accepts another action after one that failed', async () => {
    const { flow, cardForm, screen } = startFlow({});
    screen.showForm.mockImplementationOnce(() => {
      throw new Error('broken');
    });
    await expect(flow.start(false)).rejects.toThrow('broken');
    await flow.retryCard();
    expect(cardForm.mount).toHaveBeenCalledTimes(1);
  });
});

describe('an outcome that the server cannot confirm', () => {
  it.each([
    ['accepted', undefined, ['processing', 'slow'], null],
    ['challenged', challenged, ['unsure', 'slow'], null],
    ['declined', declined, ['form'], 'insufficient funds'],
  ] as const)('is shown as reported: %s', async (_, result, shown, notice) => {
    const { flow, stages, notices } = startFlow({
      ...(result ? { result } : {}),
      responses: { syncPayment: [null] },
    });
    await flow.start(false);
    await flow.pay();
    expect(stages().slice(1)).toEqual(shown);
    if (notice === null) expect(notices()).toEqual([]);
    else expect(notices().at(-1)).toContain(notice);
  });

  it('returns to the form if the payer left the authentication', async () => {
    const { flow, stages, notices } = startFlow({
      result: challenged,
      responses: { syncPayment: [open] },
    });
    await flow.start(false);
    await flow.pay();
    expect(stages().at(-1)).toBe('form');
    expect(notices().at(-1)).toContain('have not been charged');
    expect(notices().at(-1)).not.toContain('declined');
  });

  it('names a changed charge instead of the failure', async () => {
    const { flow, notices } = startFlow({
      result: new Error('gone'),
      responses: {
        preparePayment: [
          { page: open, form },
          { page: moreExpensive, form },
        ],
        syncPayment: [moreExpensive],
      },
    });
    await flow.start(false);
    await flow.pay();
    expect(notices().at(-1)).toContain('changed from €42.00 to €45.00');
  });

  it('is unsure after an authentication whose result is lost', async () => {
    const { flow, stages, cardForm, screen } = startFlow({
      page: payerPage({ presentation_state: 'action_required' }),
      responses: { syncPayment: [paid] },
    });
    cardForm.resume.mockRejectedValueOnce(new Error('gone'));
    await flow.start(false);
    await flow.resume();
    expect(stages()).toEqual(['action_required', 'unsure', 'paid']);
    expect(screen.setButton.mock.calls.map(([state]) => state)).toContain('paying');
  });
});

describe('waiting', () => {
  it('for the merchant grows by two seconds up to fifteen', async () => {
    const waiting = { page: open, form: null };
    const { flow, waits, cardForm } = startFlow({
      responses: {
        preparePayment: [...Array.from({ length: 9 }, () => waiting), { page: open, form }],
      },
    });
    await flow.start(false);
    expect(waits.slice(0, 9)).toEqual([
      2_000, 4_000, 6_000, 8_000, 10_000, 12_000, 14_000, 15_000, 15_000,
    ]);
    expect(cardForm.clear).toHaveBeenCalledTimes(1);
  });

  it('shows each cart that the merchant sets meanwhile', async () => {
    const third = payerPage({ amount_minor: 4700, cart_version: 3 });
    const { flow, screen } = startFlow({
      responses: {
        preparePayment: [
          { page: open, form: null },
          { page: moreExpensive, form: null },
          { page: third, form },
        ],
      },
    });
    await flow.start(false);
    expect(screen.showOrder.mock.calls).toEqual([[moreExpensive], [third]]);
  });

  it('for a running action delays the completion of an embedded page', async () => {
    const { flow, waits, stages } = startFlow({
      responses: { preparePayment: [{ page: open, form: embedded }], syncPayment: [paid] },
    });
    const starting = flow.start(false);
    await flow.finish();
    await starting;
    expect(waits.length).toBeGreaterThan(0);
    expect(new Set(waits)).toEqual(new Set([100]));
    expect(stages().at(-1)).toBe('paid');
  });
});
