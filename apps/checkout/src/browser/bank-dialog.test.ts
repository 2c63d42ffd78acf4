// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { payerPage } from '../../test/payer-page.ts';
import { markBankDialog } from './bank-dialog.ts';

it.each([
  ['paying', 'action_required', true],
  ['paying', 'checkout_available', false],
  ['ready', 'action_required', false],
] as const)(
  'a button that is %s, in a session that is %s: marked %s',
  async (state, presentation_state, isMarked) => {
    const pay = document.createElement('button');
    pay.dataset.state = state;
    await markBankDialog(pay, { getPage: async () => payerPage({ presentation_state }) });
    expect(pay.dataset.bank !== undefined).toBe(isMarked);
  },
);

it('a payment that has ended meanwhile leaves the button unmarked', async () => {
  const pay = document.createElement('button');
  pay.dataset.state = 'paying';
  const marked = markBankDialog(pay, {
    getPage: async () => payerPage({ presentation_state: 'action_required' }),
  });
  pay.dataset.state = 'ready';
  await marked;
  expect(pay.dataset.bank).toBeUndefined();
});
