// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { open, paid } from '../../test/payment-flow.ts';
import { withFirstCall } from './first-call.ts';
import type { PayerRpc } from './payer-client.ts';

const prepared = { page: open, form: null };
const client = {
  openPage: vi.fn<PayerRpc['openPage']>(),
  preparePayment: vi.fn<PayerRpc['preparePayment']>(),
  syncPayment: vi.fn<PayerRpc['syncPayment']>(),
} satisfies Partial<PayerRpc> as unknown as PayerRpc;

afterEach(() => {
  vi.resetModules();
  vi.resetAllMocks();
  vi.unstubAllGlobals();
  delete window.firstCall;
});

/** Runs the script in the head of the document. */
async function runHead(isPrerendering = false) {
  const sent = vi.fn(async (_path: string, _request: RequestInit) => Response.json({}));
  vi.stubGlobal('fetch', sent);
  const script = document.createElement('script');
  Object.assign(script.dataset, { path: '/rpc/openPage', body: '{"id":"psess_1"}' });
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  Object.defineProperty(document, 'prerendering', { value: isPrerendering, configurable: true });
  await import('./send-first-call.ts');
  return sent;
}

it('the head of the document sends the first call with the body that the server wrote', async () => {
  const sent = await runHead();
  expect(sent).toHaveBeenCalledExactlyOnceWith(
    '/rpc/openPage',
    expect.objectContaining({ method: 'POST', body: '{"id":"psess_1"}', credentials: 'omit' }),
  );
});

it('the first call waits until a payer opens a page that was prerendered', async () => {
  const sent = await runHead(true);
  expect(sent).not.toHaveBeenCalled();
  document.dispatchEvent(new Event('prerenderingchange'));
  await window.firstCall;
  expect(sent).toHaveBeenCalledTimes(1);
});

it('opens the page once, and prepares the payment afterwards', async () => {
  window.firstCall = Promise.resolve({ result: { data: prepared } });
  const { preparePayment } = withFirstCall(client, 'openPage');
  expect(await preparePayment()).toEqual(prepared);
  await preparePayment();
  expect(client.openPage).not.toHaveBeenCalled();
  expect(client.preparePayment).toHaveBeenCalledTimes(1);
});

it('opens the page again after a failure', async () => {
  window.firstCall = Promise.resolve(null);
  vi.mocked(client.openPage).mockResolvedValue(prepared);
  const { preparePayment } = withFirstCall(client, 'openPage');
  expect([await preparePayment(), await preparePayment()]).toEqual([null, prepared]);
  expect(client.preparePayment).not.toHaveBeenCalled();
});

it('reads the payment of a payer who returns, who then opens the page', async () => {
  window.firstCall = Promise.resolve({ result: { data: paid } });
  vi.mocked(client.openPage).mockResolvedValue(prepared);
  const { syncPayment, preparePayment } = withFirstCall(client, 'syncPayment');
  expect(await syncPayment()).toEqual(paid);
  expect(await preparePayment()).toEqual(prepared);
  await syncPayment();
  expect(client.syncPayment).toHaveBeenCalledTimes(1);
});
