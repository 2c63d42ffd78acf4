import { expect, it, vi } from 'vitest';
import { payerPage } from '../../test/payer-page.ts';
import { form, moreExpensive, open, paid, startFlow } from '../../test/payment-flow.ts';

it('a page reads itself again only if it does not show the reported revision', async () => {
  const current = payerPage({ revision: '1.2.2.0' });
  const { flow, calls } = startFlow({
    responses: { preparePayment: [{ page: current, form }], getPage: [current] },
  });
  await flow.start(false);
  await flow.notify(current.revision);
  expect(calls).toEqual(['preparePayment']);
  const next = '1.3.2.0';
  await flow.notify(next);
  expect(calls).toEqual(['preparePayment', 'getPage']);
});

it('a change that is reported during an action is read after it', async () => {
  const page = { ...paid, revision: '1.9.9.0' };
  const { flow, calls, client, stages } = startFlow({ responses: { getPage: [page] } });
  const prepared = Promise.withResolvers<{ page: typeof open; form: typeof form }>();
  vi.spyOn(client, 'preparePayment').mockReturnValueOnce(prepared.promise);
  const started = flow.start(false);
  await flow.notify(page.revision);
  expect(calls).toEqual([]);
  prepared.resolve({ page: open, form });
  await started;
  expect(stages()).toEqual(['form', 'paid']);
});

it('a reported change stays unread until the page has been read after it', async () => {
  const next = { ...paid, revision: '1.3.2.0' };
  const { flow, calls, stages } = startFlow({ responses: { getPage: [null, next] } });
  await flow.start(false);
  await flow.notify(next.revision);
  expect(calls).toEqual(['preparePayment', 'getPage']);
  expect(flow.hasUnread).toBe(true);
  await flow.refresh();
  expect(stages().at(-1)).toBe('paid');
  expect(flow.hasUnread).toBe(false);
});

it('a reported change stays unread if the payment of the changed page cannot be prepared', async () => {
  const next = { ...moreExpensive, revision: '1.3.3.0' };
  const { flow, screen } = startFlow({
    responses: {
      getPage: [next],
      preparePayment: [{ page: open, form }, null, { page: next, form }],
    },
  });
  await flow.start(false);
  await flow.notify(next.revision);
  expect(flow.hasUnread).toBe(true);
  await flow.refresh();
  expect(screen.showOrder).toHaveBeenLastCalledWith(next);
  expect(flow.hasUnread).toBe(false);
});

it('a page whose attempt was superseded prepares the payment of the next one', async () => {
  const next = payerPage({ attempt_number: 2, revision: '2.1.3.0' });
  const { flow, calls, cardForm } = startFlow({
    responses: {
      getPage: [next],
      preparePayment: [
        { page: open, form },
        { page: next, form: { ...form, client_secret: 's2' } },
      ],
    },
  });
  await flow.start(false);
  await flow.notify(next.revision);
  expect(calls).toEqual(['preparePayment', 'getPage', 'preparePayment']);
  expect(cardForm.load).toHaveBeenLastCalledWith(expect.objectContaining({ client_secret: 's2' }));
});

it('a payer who pays while a reported change is read pays after it', async () => {
  const page = payerPage({ revision: '1.3.2.0' });
  const { flow, calls, client, stages } = startFlow({
    responses: { checkCharge: [{ payable: true, page }], syncPayment: [paid] },
  });
  const read = Promise.withResolvers<typeof page | null>();
  vi.spyOn(client, 'getPage').mockReturnValue(read.promise);
  await flow.start(false);
  const notified = flow.notify(page.revision);
  void flow.pay();
  expect(calls).toEqual(['preparePayment']);
  read.resolve(page);
  await notified;
  expect(calls).toEqual(['preparePayment', 'checkCharge', 'syncPayment']);
  expect(stages().at(-1)).toBe('paid');
});

it('a payer who pays while a changed price is read does not pay it before they have seen it', async () => {
  const next = { ...moreExpensive, revision: '1.3.3.0' };
  const { flow, calls, client, notices } = startFlow({
    responses: {
      preparePayment: [
        { page: open, form },
        { page: next, form },
      ],
    },
  });
  const read = Promise.withResolvers<typeof next | null>();
  vi.spyOn(client, 'getPage').mockReturnValue(read.promise);
  await flow.start(false);
  const notified = flow.notify(next.revision);
  void flow.pay();
  read.resolve(next);
  await notified;
  expect(calls).toEqual(['preparePayment', 'preparePayment']);
  expect(notices().at(-1)).toContain('€45.00');
});
