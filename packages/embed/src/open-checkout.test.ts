// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connected, payerPageIn, url } from '../test/payer-page.ts';
import type { CheckoutEvent } from './events.ts';
import { openCheckout } from './open-checkout.ts';

// Generous, because a busy machine is no failure.
const WAIT_MS = 30_000;

let events: CheckoutEvent[];
let opener: HTMLButtonElement;

beforeEach(() => {
  events = [];
  // The DOM of the test loads no frames and logs each, except for one with its content.
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(function (this: Element) {
    this.setAttribute('srcdoc', '<p>');
  });
  opener = document.createElement('button');
  document.body.replaceChildren(opener);
  opener.focus();
});
afterEach(() => {
  vi.restoreAllMocks();
});

function open() {
  const handle = openCheckout({ url, onEvent: (event) => events.push(event) });
  const root = document.body.lastElementChild?.shadowRoot;
  const [dialog, button, iframe] = ['dialog', 'button', 'iframe'].map((tag) =>
    root?.querySelector(tag),
  ) as [HTMLDialogElement, HTMLButtonElement, HTMLIFrameElement];
  const press = (key: string) =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
  return { handle, dialog, button, press, page: payerPageIn(iframe) };
}

const isClosed = () =>
  document.body.childElementCount === 1 && document.documentElement.style.overflow === '';

test('the close button closes the overlay once, with an event', () => {
  const { handle, dialog, button } = open();
  expect([dialog.open, isClosed()]).toEqual([true, false]);
  button.click();
  button.click();
  handle.close();
  expect([dialog.open, isClosed()]).toEqual([false, true]);
  expect(document.activeElement).toBe(opener);
  expect(events).toEqual([{ type: 'close' }]);
});

test('opening another overlay closes the first one, and the page scrolls again after the last', () => {
  const first = open();
  const second = open();
  expect([first.dialog.open, second.dialog.open]).toEqual([false, true]);
  expect(events).toEqual([{ type: 'close' }]);
  second.press('Escape');
  expect(isClosed()).toBe(true);
  expect(document.activeElement).toBe(opener);
});

test('a gesture closes the overlay, but not while a payment is made', async () => {
  const { dialog, page, handle } = open();
  const cancel = () => dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
  expect(cancel()).toBe(true);
  const { send } = page.hello();
  send({ type: 'busy', busy: true });
  await vi.waitFor(() => expect(cancel()).toBe(false), WAIT_MS);
  handle.close();
});

test('the merchant’s page closes the overlay without an event', () => {
  const { handle } = open();
  handle.close();
  expect(isClosed()).toBe(true);
  expect(events).toEqual([]);
});

test('the texts are those of the payer page', async () => {
  const { dialog, button, page, handle } = open();
  expect(button.getAttribute('aria-label')).toBe('Close');
  const { response, send } = page.hello();
  expect(response).toEqual(connected('overlay'));
  send({ type: 'labels', title: 'الدفع', close: 'إغلاق', dir: 'rtl' });
  await vi.waitFor(() => expect(button.getAttribute('aria-label')).toBe('إغلاق'), WAIT_MS);
  expect([dialog.getAttribute('aria-label'), dialog.dir]).toEqual(['الدفع', 'rtl']);
  expect(events).toEqual([{ type: 'ready' }]);
  handle.close();
});

test('the Escape key closes the overlay, but not while a payment is made', async () => {
  const { press, page } = open();
  const { send } = page.hello();
  send({ type: 'busy', busy: true });
  send({ type: 'processing' });
  await vi.waitFor(() => expect(events).toContainEqual({ type: 'processing' }), WAIT_MS);
  expect(press('Escape')).toBe(false);
  expect(isClosed()).toBe(false);
  send({ type: 'busy', busy: false });
  send({ type: 'success' });
  await vi.waitFor(() => expect(events).toContainEqual({ type: 'success' }), WAIT_MS);
  press('Escape');
  expect(isClosed()).toBe(true);
  expect(events.at(-1)).toEqual({ type: 'close' });
});

test('the payer page closes the overlay', async () => {
  const { page } = open();
  page.hello().send({ type: 'close' });
  await vi.waitFor(() => expect(isClosed()).toBe(true), WAIT_MS);
  expect(events).toEqual([{ type: 'ready' }, { type: 'close' }]);
});
