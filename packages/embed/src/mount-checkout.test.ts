// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connected, ignored, payerPageIn, type Sender, url } from '../test/payer-page.ts';
import type { CheckoutEvent, CheckoutHandle } from './events.ts';
import { mountCheckout } from './mount-checkout.ts';
import { HELLO } from './protocol.ts';

// Generous, because a busy machine is no failure.
const WAIT_MS = 30_000;

let events: CheckoutEvent[];
let handle: CheckoutHandle;

function mount() {
  // Not in the document: the DOM of the test logs each frame that it does not load.
  const container = document.createElement('div');
  handle = mountCheckout({ url, container, onEvent: (event) => events.push(event) });
  const iframe = container.querySelector('iframe');
  if (!iframe) throw new Error('no frame');
  return { container, iframe, page: payerPageIn(iframe) };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  events = [];
});

afterEach(() => {
  handle.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('connects to the payer page in its frame and reports its events', async () => {
  const { iframe, page } = mount();
  expect(iframe.src).toBe(url);
  const { response, send } = page.hello();
  expect(response).toEqual(connected('inline'));
  expect(events).toEqual([{ type: 'ready' }]);
  send({ type: 'resize', height: 812 });
  send({ type: 'success' });
  await vi.waitFor(() => expect(events).toHaveLength(3), WAIT_MS);
  expect(events.slice(1)).toEqual([{ type: 'resize', height: 812 }, { type: 'success' }]);
  expect(iframe.style.height).toBe('812px');
});

test.each<[string, Sender, unknown]>([
  ['another window', { source: null }, { type: HELLO }],
  ['another origin', { origin: 'https://evil.example' }, { type: HELLO }],
  ['the frame with another message', {}, { type: 'success' }],
  ['the frame without data', {}, null],
])('sends no port to %s', (_, sender, data) => {
  const { page } = mount();
  expect(page.hello(sender, data).response).toEqual(ignored);
  expect(events).toEqual([]);
});

test('accepts events on the port of the current document only', async () => {
  const { page } = mount();
  const before = page.hello();
  const current = page.hello();
  page.hello({}, { type: 'success' });
  before.send({ type: 'expired' });
  current.send({ type: 'processing' });
  await vi.waitFor(() => expect(events.length).toBeGreaterThan(1), WAIT_MS);
  expect(events).toEqual([{ type: 'ready' }, { type: 'processing' }]);
});

test.each([
  ['of a type that a later version has added', { type: 'later' }],
  ['without the fields of its type', { type: 'resize' }],
])('ignores a message %s', async (_, message) => {
  const { iframe, page } = mount();
  const { height } = iframe.style;
  const { send } = page.hello();
  send(message);
  send({ type: 'success' });
  await vi.waitFor(() => expect(events.at(-1)).toEqual({ type: 'success' }), WAIT_MS);
  expect(events).toEqual([{ type: 'ready' }, { type: 'success' }]);
  expect(iframe.style.height).toBe(height);
});

test('reports a frame that loads without a hello, with the origin to add, and connects it later', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const { iframe, page } = mount();
  iframe.dispatchEvent(new Event('load'));
  expect(events).toEqual([]);
  vi.runAllTimers();
  const message = expect.stringContaining(`add ${location.origin} to "Embedding origins"`);
  expect(events).toEqual([{ type: 'error', message }]);
  expect(log).toHaveBeenLastCalledWith(message);
  const { response, send } = page.hello();
  expect(response).toEqual(connected('inline'));
  send({ type: 'success' });
  await vi.waitFor(() => expect(events).toHaveLength(3), WAIT_MS);
  expect(events.slice(1)).toEqual([{ type: 'ready' }, { type: 'success' }]);
});

test('reports no error for a bank’s page that loads after the payer page', () => {
  const { iframe, page } = mount();
  page.hello();
  iframe.dispatchEvent(new Event('load'));
  vi.runAllTimers();
  expect(events).toEqual([{ type: 'ready' }]);
});

test('close removes the frame and reports nothing more', () => {
  const { container, iframe, page } = mount();
  iframe.dispatchEvent(new Event('load'));
  handle.close();
  handle.close();
  expect(container.childElementCount).toBe(0);
  expect(page.hello().response).toEqual(ignored);
  vi.runAllTimers();
  expect(events).toEqual([]);
});

test.each(['', '/psess_1', 'javascript:alert(1)'])('refuses the URL %j', (invalid) => {
  const container = document.createElement('div');
  expect(() => mountCheckout({ url: invalid, container })).toThrow(
    'url must be the handoff_url of a session.',
  );
  expect(container.childElementCount).toBe(0);
});
