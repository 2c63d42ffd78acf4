// @vitest-environment happy-dom
import { CONNECT, type EmbeddingMode, HELLO } from '@parley/embed/protocol';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { connectToParent } from './frame-bridge.ts';

// Generous, because a busy machine is no failure.
const WAIT_MS = 30_000;

const origins = ['https://shop.example', 'https://www.shop.example'];
const merchant = { postMessage: vi.fn() };
let page: HTMLElement;
let pay: HTMLElement;
let back: HTMLElement;
let listen: MockInstance<typeof addEventListener>;

interface Reply {
  readonly source?: unknown;
  readonly origin?: string;
  readonly data?: unknown;
}

/** Replies to the hello, by default as the merchant's page would. Returns what arrives on the port. */
function reply(mode: EmbeddingMode = 'inline', over: Reply = {}) {
  const received: { type: string }[] = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => received.push(data);
  const init = {
    source: merchant,
    origin: 'https://shop.example',
    data: { type: CONNECT, mode },
    ports: [port2],
    ...over,
  };
  // The DOM of the test has no ports in its events.
  dispatchEvent(Object.assign(new Event('message'), init));
  return { received, types: () => received.map(({ type }) => type) };
}

const pressEscape = () => dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));

beforeEach(() => {
  vi.stubGlobal('parent', merchant);
  merchant.postMessage.mockClear();
  listen = vi.spyOn(globalThis, 'addEventListener');
  document.body.innerHTML =
    '<main data-stage="form" data-cart="1"><button></button><a href="https://shop.example/">Back</a></main>';
  const find = (tag: string) => document.querySelector<HTMLElement>(tag) as HTMLElement;
  [page, pay, back] = [find('main'), find('button'), find('a')];
  connectToParent({ page, pay, back }, { origins, close: 'Schließen' });
});

afterEach(() => {
  for (const [type, listener] of listen.mock.calls) removeEventListener(type, listener);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('greets every origin that may embed the page, and no other', () => {
  expect(merchant.postMessage.mock.calls).toEqual(
    origins.map((origin) => [{ type: HELLO }, origin]),
  );
});

test('sends what the page shows to the merchant’s page that connects', async () => {
  document.title = 'Zahlung an Acme';
  const { received, types } = reply();
  page.dataset.cart = '2';
  page.dataset.stage = 'processing';
  await vi.waitFor(() => expect(types()).toContain('processing'), WAIT_MS);
  page.dataset.stage = 'paid';
  await vi.waitFor(() => expect(types()).toContain('success'), WAIT_MS);
  expect(received).toEqual(
    expect.arrayContaining([
      { type: 'resize', height: expect.any(Number) },
      { type: 'labels', title: 'Zahlung an Acme', close: 'Schließen', dir: 'ltr' },
      { type: 'busy', busy: true },
      { type: 'busy', busy: false },
    ]),
  );
  expect(types().filter((type) => /^(cart_updated|processing|success)$/.test(type))).toEqual([
    'cart_updated',
    'processing',
    'success',
  ]);
});

test('sends no success for a trial until the check for a missing card has ended', async () => {
  const { types } = reply();
  page.dataset.checkingCard = '';
  page.dataset.stage = 'nothing_due';
  page.dataset.cart = '2';
  await vi.waitFor(() => expect(types()).toContain('cart_updated'), WAIT_MS);
  page.dataset.stage = 'card_missing';
  delete page.dataset.checkingCard;
  page.dataset.cart = '3';
  await vi.waitFor(
    () => expect(types().filter((type) => type === 'cart_updated')).toHaveLength(2),
    WAIT_MS,
  );
  expect(types()).not.toContain('success');
  page.dataset.stage = 'nothing_due';
  await vi.waitFor(() => expect(types()).toContain('success'), WAIT_MS);
});

test('reports a form that did not load, and a bank that requires an authentication', async () => {
  const { received } = reply();
  const last = (type: string) =>
    vi.waitFor(() => expect(received.at(-1)?.type).toBe(type), WAIT_MS);
  page.dataset.failed = '';
  await last('error');
  expect(received.at(-1)).toHaveProperty('message', expect.stringMatching(/^The payment form /));
  delete page.dataset.failed;
  pay.dataset.state = 'paying';
  pay.dataset.bank = '';
  await last('requires_action');
  const count = received.length;
  // The dialog is abandoned, so that the page says it too.
  page.dataset.stage = 'action_required';
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(count), WAIT_MS);
  expect(received.slice(count).map(({ type }) => type)).not.toContain('requires_action');
});

test.each<[string, Reply]>([
  ['another origin', { origin: 'https://evil.example' }],
  ['another window', { source: window }],
  ['the merchant’s page without a port', { ports: [] } as Reply],
  ['the merchant’s page with another message', { data: { type: 'x' } }],
])('sends nothing to %s', async (_, over) => {
  const refused = reply('inline', over);
  page.dataset.stage = 'paid';
  const accepted = reply();
  await vi.waitFor(() => expect(accepted.types()).toContain('success'), WAIT_MS);
  expect(refused.received).toEqual([]);
});

test('the Escape key and the link to the merchant close an overlay, unless a payment is made', async () => {
  const { types } = reply('overlay');
  const close = () => types().filter((type) => type === 'close');
  pay.dataset.state = 'paying';
  pressEscape();
  page.dataset.stage = 'processing';
  pressEscape();
  page.dataset.stage = 'paid';
  await vi.waitFor(() => expect(types()).toContain('success'), WAIT_MS);
  expect(close()).toHaveLength(0);
  pressEscape();
  const click = new MouseEvent('click', { cancelable: true });
  back.dispatchEvent(click);
  expect(click.defaultPrevented).toBe(true);
  await vi.waitFor(() => expect(close()).toHaveLength(2), WAIT_MS);
});

test('the link to the merchant of an inline page opens in the whole window', () => {
  reply('inline');
  const click = new MouseEvent('click', { cancelable: true });
  back.dispatchEvent(click);
  expect(click.defaultPrevented).toBe(false);
  expect(back.getAttribute('target')).toBe('_top');
});
