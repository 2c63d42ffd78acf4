import type { PayerPage } from '@parley/operations';
import { expect, it } from 'vitest';
import { payerPage } from '../../test/payer-page.ts';
import { form, open, paid, startFlow } from '../../test/payment-flow.ts';
import type { ConfirmResult } from './confirm-outcome.ts';

const REVISION = '1.9.9.0';
const succeeded = { presentation_state: 'succeeded' } as const;
/** What can end a payment elsewhere, with the stage that shows it. */
const ends: readonly (readonly [stage: string, change: Partial<PayerPage>])[] = [
  ['paid', { ...succeeded, status: 'paid', payment_received: true }],
  ['nothing_due', { ...succeeded, status: 'provisionable' }],
  ['unfulfilled', { ...succeeded, status: 'provisioning_failed', payment_received: true }],
  ['under_review', { presentation_state: 'under_review', status: 'payment_conflicted' }],
  ['expired', { presentation_state: 'expired', status: 'expired' }],
  ['canceled', { presentation_state: 'canceled', status: 'canceled' }],
  ['refunding', { presentation_state: 'canceled', status: 'canceled', payment_received: true }],
  ['blocked', { declined_too_often: true }],
];
const ended = (change: Partial<PayerPage>) => payerPage({ revision: REVISION, ...change });

type Started = ReturnType<typeof startFlow>;
/** A promise that the test settles, or never. */
const hold = <T>() => Promise.withResolvers<T>();
const never = new Promise<never>(() => {});

/** What an action of the page can wait for. */
const waits: readonly (readonly [what: string, wait: (started: Started) => Promise<void>])[] = [
  [
    'the dialog of the bank',
    async ({ flow, cardForm }) => {
      await flow.start(false);
      cardForm.confirm.mockReturnValue(never);
      void flow.pay();
    },
  ],
  [
    'the continued authentication',
    async ({ flow, cardForm }) => {
      await flow.start(false);
      cardForm.resume.mockReturnValue(never);
      void flow.resume();
    },
  ],
  [
    'the sheet of a wallet',
    async ({ flow, cardForm }) => {
      await flow.start(false);
      cardForm.validate.mockReturnValue(never);
      void flow.pay();
    },
  ],
  [
    'the card form',
    async ({ flow, cardForm }) => {
      cardForm.mount.mockReturnValue(never);
      void flow.start(false);
    },
  ],
  [
    'the delay after declines',
    async ({ flow, client, wait }) => {
      wait.mockReturnValue(never);
      client.preparePayment = async () => ({
        page: payerPage({ retry_at: '2026-11-22T12:00:00.000Z' }),
        form: null,
      });
      void flow.start(false);
    },
  ],
  [
    'the next poll of the merchant’s preparation',
    async ({ flow, client, wait }) => {
      wait.mockReturnValue(never);
      client.preparePayment = async () => ({ page: open, form: null });
      void flow.start(false);
    },
  ],
  [
    'the next poll of the payment',
    async ({ flow, wait }) => {
      await flow.start(false);
      wait.mockReturnValue(never);
      void flow.checkAgain();
    },
  ],
];
const settle = () => new Promise((resolve) => setImmediate(resolve));

it.each(waits)('a payment that ends elsewhere replaces %s', async (_, wait) => {
  const page = ended({ presentation_state: 'canceled', status: 'canceled' });
  const started = startFlow({ responses: { getPage: [page] } });
  await wait(started);
  await settle();
  await started.flow.notify(REVISION);
  await settle();
  expect(started.stages().at(-1)).toBe('canceled');
  expect(started.flow.hasUnread).toBe(false);
  // The page takes further actions.
  started.wait.mockResolvedValue(undefined);
  await started.flow.checkAgain();
  expect(started.calls).toContain('syncPayment');
});

/** A page whose payer is in the dialog of the bank. */
async function openDialog(responses: Parameters<typeof startFlow>[0]['responses']) {
  const started = startFlow({ responses: responses ?? {} });
  const dialog = hold<ConfirmResult>();
  await started.flow.start(false);
  started.cardForm.confirm.mockReturnValue(dialog.promise);
  const paying = started.flow.pay();
  await settle();
  return { ...started, dialog, paying };
}

it.each(ends)(
  'a payment that ends as %s replaces the dialog of the bank',
  async (stage, change) => {
    const { flow, stages } = await openDialog({ getPage: [ended(change)] });
    await flow.notify(REVISION);
    await settle();
    expect(stages().at(-1)).toBe(stage);
  },
);

it('a payment that ended before the dialog of the bank opened is shown, too', async () => {
  const page = ended({ presentation_state: 'canceled', status: 'canceled' });
  const { flow, client, cardForm, stages } = startFlow({ responses: { getPage: [page] } });
  await flow.start(false);
  cardForm.confirm.mockReturnValue(never);
  const checked = hold<{ payable: boolean; page: PayerPage }>();
  client.checkCharge = () => checked.promise;
  void flow.pay();
  await settle();
  await flow.notify(REVISION);
  checked.resolve({ payable: true, page: open });
  await settle();
  expect(stages().at(-1)).toBe('canceled');
});

it('the deadline ends a payment in the dialog of the bank after the provider has been read', async () => {
  const late = payerPage({ presentation_state: 'action_required', deadline_passed: true });
  const { flow, calls, stages } = await openDialog({ getPage: [late], syncPayment: [late] });
  await flow.refresh();
  await settle();
  expect(calls.slice(-2)).toEqual(['getPage', 'syncPayment']);
  expect(stages().at(-1)).toBe('expired');
});

it('a payment that succeeds in the dialog at the deadline is shown as paid', async () => {
  const late = payerPage({ presentation_state: 'action_required', deadline_passed: true });
  const { flow, screen } = await openDialog({ getPage: [late], syncPayment: [paid] });
  await flow.refresh();
  await settle();
  expect(screen.showStage).toHaveBeenLastCalledWith('paid', paid, true);
});

it('a success that arrives before the result of the dialog leads back to the merchant', async () => {
  const page = ended({ ...succeeded, status: 'paid', payment_received: true });
  const { flow, screen } = await openDialog({ getPage: [page] });
  await flow.notify(REVISION);
  await settle();
  expect(screen.showStage).toHaveBeenLastCalledWith('paid', page, true);
});

it('a dialog that the page has left is closed, and money that it took is shown', async () => {
  const expired = ended({ presentation_state: 'expired', status: 'expired' });
  const { flow, cardForm, dialog, stages } = await openDialog({
    getPage: [expired],
    syncPayment: [paid],
  });
  await flow.notify(REVISION);
  await settle();
  expect(stages().at(-1)).toBe('expired');
  expect(cardForm.leaveDialog).toHaveBeenCalledTimes(1);
  dialog.resolve({ paymentIntent: { status: 'succeeded' } });
  await settle();
  expect(stages().at(-1)).toBe('paid');
});

it('a decline in a dialog that the page has left does not bring the form back', async () => {
  const expired = ended({ presentation_state: 'expired', status: 'expired' });
  const { flow, dialog, stages, notices } = await openDialog({
    getPage: [expired],
    syncPayment: [expired],
  });
  await flow.notify(REVISION);
  await settle();
  dialog.resolve({ error: { type: 'card_error' } });
  await settle();
  expect(stages().at(-1)).toBe('expired');
  expect(notices()).toEqual([]);
});

it('a change that does not end the payment leaves the dialog of the bank open, and is read once', async () => {
  const challenged = ended({ presentation_state: 'action_required' });
  const { flow, calls, stages, dialog, paying } = await openDialog({
    getPage: [challenged, paid],
    syncPayment: [paid],
  });
  await flow.notify(REVISION);
  await flow.notify(REVISION);
  expect(stages()).toEqual(['form']);
  expect(calls.filter((call) => call === 'getPage')).toHaveLength(1);
  dialog.resolve({ paymentIntent: { status: 'succeeded' } });
  await paying;
  expect(stages().at(-1)).toBe('paid');
});

it('the card form of a trial that has begun is not replaced by the trial', async () => {
  const trial = payerPage({ ...succeeded, status: 'provisionable', may_miss_card: true });
  const reported = { ...trial, revision: REVISION };
  const { flow, cardForm, stages } = startFlow({
    page: trial,
    responses: { getPage: [reported], preparePayment: [{ page: trial, form }] },
  });
  await flow.start(false);
  cardForm.confirm.mockReturnValue(never);
  void flow.pay();
  await settle();
  await flow.notify(REVISION);
  await settle();
  expect(stages().at(-1)).toBe('card_missing');
});
