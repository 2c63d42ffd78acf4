import { expect, it } from 'vitest';
import { payerPage } from '../../test/payer-page.ts';
import { form, open, paid, startFlow } from '../../test/payment-flow.ts';

const challenged = payerPage({ challenge_required: true });

it('a page with a challenge prepares its payment once the challenge is passed', async () => {
  const { flow, calls, challenge, stages, cardForm } = startFlow({
    page: challenged,
    responses: {
      verifyChallenge: [open],
      preparePayment: [
        { page: challenged, form: null },
        { page: open, form },
      ],
    },
  });
  await flow.start(false);
  // This call opens the page.
  expect([calls, stages()]).toEqual([['preparePayment'], ['challenge']]);
  expect(challenge.show).toHaveBeenCalledOnce();
  await flow.passChallenge('token');
  expect(calls).toEqual(['preparePayment', 'verifyChallenge', 'preparePayment']);
  expect(stages().at(-1)).toBe('form');
  expect(challenge.hide).toHaveBeenCalledOnce();
  expect(cardForm.mount).toHaveBeenCalledOnce();
});

it('shows another challenge if the check fails', async () => {
  const { flow, challenge, notices, stages } = startFlow({
    page: challenged,
    responses: { verifyChallenge: [] },
  });
  await flow.start(false);
  await flow.passChallenge('token');
  expect(notices().at(-1)).toBe('You have not been charged. The check failed. Try again.');
  expect(challenge.show).toHaveBeenCalledTimes(2);
  expect(new Set(stages())).toEqual(new Set(['challenge']));
});

it('a challenge that is required by then comes before the payment, and keeps the card fields', async () => {
  const { flow, cardForm, stages } = startFlow({
    responses: {
      checkCharge: [{ payable: false, page: challenged }],
      verifyChallenge: [open],
    },
  });
  await flow.start(false);
  await flow.pay();
  expect(cardForm.confirm).not.toHaveBeenCalled();
  expect(stages().at(-1)).toBe('challenge');
  await flow.passChallenge('token');
  expect(stages().at(-1)).toBe('form');
  expect(cardForm.clear).not.toHaveBeenCalled();
});

it('reports a decline to the payer before the next challenge', async () => {
  const { flow, stages, notices } = startFlow({
    result: { error: { type: 'card_error', decline_code: 'generic_decline' } },
    responses: { syncPayment: [challenged] },
  });
  await flow.start(false);
  await flow.pay();
  expect(stages().at(-1)).toBe('challenge');
  expect(notices().at(-1)).toContain('Your card was declined.');
});

it('shows a reported success instead of a challenge', async () => {
  const { flow, stages } = startFlow({
    responses: { syncPayment: [challenged, challenged, paid] },
  });
  await flow.start(false);
  await flow.pay();
  expect(stages()).not.toContain('challenge');
  expect(stages().at(-1)).toBe('paid');
});

it('ignores the token of a challenge that is not shown any more', async () => {
  const { flow, calls } = startFlow({});
  await flow.start(false);
  await flow.passChallenge('token');
  expect(calls).toEqual(['preparePayment']);
});
