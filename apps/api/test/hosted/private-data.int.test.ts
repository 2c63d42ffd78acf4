import { payerRouter } from '@parley/router/payer';
import { afterAll, expect, it } from 'vitest';
import { startHosted } from './hosted.ts';
import { cards } from './payer-browser.ts';
import { handedOff } from './reservations.ts';

const hosted = await startHosted();
afterAll(() => hosted.stop());

/** What the merchant stores with a session and its payer must not receive, marked to be found. */
const privateValues = {
  buyer_reference: 'private-buyer',
  metadata: { order: 'private-metadata' },
  payer_contact: { email: 'private-payer@example.com', phone: '+4930555001' },
  beneficiary_contact: { email: 'private-beneficiary@example.com', phone: '+4930555002' },
  cart_snapshot: {
    margin: 'private-cart',
    lines: [{ name: 'Coffee', quantity: 1, amount_minor: 4200, supplier: 'private-line' }],
  },
};
const procedures = Object.keys(payerRouter._def.procedures) as Parameters<
  typeof hosted.payer.call
>[0][];

it('returns no buyer reference, metadata, contact or other cart data from any payer procedure', async () => {
  const link = await handedOff(hosted.payments, privateValues);
  // What any of the procedures takes in addition to the link.
  const input = { cart_version: 1, amount_minor: 4200, currency: 'eur', token: 'a-token' };
  const callAll = async () => {
    const results: Record<string, unknown> = {};
    for (const name of procedures) {
      results[name] = await hosted.payer.call(name, { ...link, ...input });
    }
    return results;
  };
  const { form } = await hosted.payable(link);
  const before = await callAll();
  await hosted.submit(form, cards.declined);
  await hosted.payer.call('syncPayment', link);
  const declined = await callAll();
  await hosted.submit(form, cards.visa);
  await hosted.payer.call('syncPayment', link);
  const paid = await callAll();
  // The results are those of a payment form, a decline and a receipt.
  expect(before).toMatchObject({ preparePayment: { form: { kind: 'payment' } } });
  expect(declined).toMatchObject({ getPage: { status_reason: 'payment_declined' } });
  expect(paid).toMatchObject({ getReceipt: { page: { lines: [{ name: 'Coffee' }] } } });
  const found = JSON.stringify({ before, declined, paid }).match(/private-|\+4930555|sk_test_/g);
  expect(found).toBeNull();
  // The values were stored.
  const stored = JSON.stringify(await hosted.merchantView(link));
  expect(stored).toContain('private-buyer');
  expect(stored).toContain('private-metadata');
});
