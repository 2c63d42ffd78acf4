import { expect, it } from 'vitest';
import { payerPage } from '../../test/payer-page.ts';
import { form, open, startFlow } from '../../test/payment-flow.ts';

/** The clock of the tests is 0. */
const delayed = payerPage({
  presentation_state: 'retry_available',
  status_reason: 'payment_declined',
  retry_at: '1970-01-01T00:00:30.000Z',
});

it('a payment during the delay after declines is not submitted, and the form stays', async () => {
  const { flow, cardForm, screen, calls } = startFlow({
    responses: { checkCharge: [{ payable: false, page: delayed }] },
  });
  await flow.start(false);
  await flow.pay();
  expect(cardForm.confirm).not.toHaveBeenCalled();
  expect(cardForm.clear).not.toHaveBeenCalled();
  expect(calls).toEqual(['preparePayment', 'checkCharge']);
  expect(screen.setButton).toHaveBeenLastCalledWith('ready', delayed);
});

it('a page that is opened during the delay gets its form when the delay is over', async () => {
  const { flow, cardForm, screen, waits } = startFlow({
    page: delayed,
    responses: {
      preparePayment: [
        { page: delayed, form: null },
        { page: open, form },
      ],
    },
  });
  await flow.start(false);
  expect(waits).toEqual([30_000]);
  expect(cardForm.mount).toHaveBeenCalledOnce();
  expect(screen.setButton).toHaveBeenLastCalledWith('ready', open);
});

it('a page with too many declines says so and offers no form', async () => {
  const blocked = { ...delayed, declined_too_often: true };
  const { flow, cardForm, stages } = startFlow({
    result: { error: { type: 'card_error', code: 'card_declined' } },
    responses: { syncPayment: [blocked] },
  });
  await flow.start(false);
  await flow.pay();
  expect(stages().at(-1)).toBe('blocked');
  expect(cardForm.confirm).toHaveBeenCalledOnce();
});
