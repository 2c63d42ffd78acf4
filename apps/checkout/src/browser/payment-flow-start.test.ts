import { describe, expect, it } from 'vitest';
import { payerPage } from '../../test/payer-page.ts';
import { form, open, paid, startFlow } from '../../test/payment-flow.ts';

describe('a payer who returns from the bank', () => {
  const declined = payerPage({
    presentation_state: 'retry_available',
    status_reason: 'payment_declined',
  });

  it('sees the payment that the provider reports, and is redirected', async () => {
    const { flow, calls, screen } = startFlow({ responses: { syncPayment: [paid] } });
    await flow.start(true);
    expect(calls).toEqual(['syncPayment']);
    expect(screen.showStage).toHaveBeenLastCalledWith('paid', paid, true);
  });

  it.each([
    ['why the payment failed', declined, 'You have not been charged. The payment failed.'],
    ['no notice if nothing was attempted', open, undefined],
  ])('sees the form again, with %s', async (_, page, notice) => {
    const { flow, stages, notices } = startFlow({
      page,
      responses: { syncPayment: [page], preparePayment: [{ page, form }] },
    });
    await flow.start(true);
    expect(stages().at(-1)).toBe('form');
    expect(notices().at(-1)).toBe(notice);
  });

  it('sees that nothing was charged only after the provider has reported it twice', async () => {
    const { flow, calls, stages, notices } = startFlow({
      responses: { syncPayment: [null, open, open] },
    });
    await flow.start(true);
    expect(calls).toEqual(['syncPayment', 'syncPayment', 'syncPayment', 'preparePayment']);
    expect(stages()[0]).toBe('unsure');
    expect(notices().at(-1)).toContain('have not been charged');
  });
});

describe('a cart that costs nothing', () => {
  const free = payerPage({ amount_minor: 0 });
  const done = payerPage({
    amount_minor: 0,
    presentation_state: 'succeeded',
    status: 'provisionable',
  });

  it('is shown as completed only when the server has completed it', async () => {
    const { flow, calls, stages } = startFlow({
      page: free,
      responses: { preparePayment: [{ page: done, form: null }] },
    });
    await flow.start(false);
    expect(calls).toEqual(['preparePayment']);
    expect(stages()).toEqual(['nothing_due']);
  });

  it('can be completed again after a failure', async () => {
    const { flow, screen, stages } = startFlow({
      page: free,
      responses: { preparePayment: [null, { page: done, form: null }] },
    });
    await flow.start(false);
    expect(stages()).toEqual([]);
    expect(screen.showCardError.mock.lastCall?.[0]).toContain('have not been charged');
    await flow.retryCard();
    expect(stages()).toEqual(['nothing_due']);
  });

  it('is completed when it replaces one that costs something', async () => {
    const { flow, stages } = startFlow({
      responses: {
        getPage: [free],
        preparePayment: [
          { page: open, form },
          { page: done, form: null },
        ],
      },
    });
    await flow.start(false);
    await flow.refresh();
    expect(stages().slice(-2)).toEqual(['form', 'nothing_due']);
  });
});

it('opens a page that requires a challenge before it shows the challenge', async () => {
  const held = payerPage({ challenge_required: true });
  const { flow, calls, challenge } = startFlow({
    page: held,
    responses: { preparePayment: [{ page: held, form: null }] },
  });
  await flow.start(false);
  expect(calls).toEqual(['preparePayment']);
  expect(challenge.show).toHaveBeenCalledTimes(1);
});
