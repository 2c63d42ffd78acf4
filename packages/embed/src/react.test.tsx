// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ignored, payerPageIn, url } from '../test/payer-page.ts';
import type { CheckoutEvent } from './events.ts';
import { Checkout, CheckoutOverlay } from './react.tsx';

const other = 'https://pay.example/psess_2?pk=pk_test_1';

// Not in the document: the DOM of the test logs each frame that it does not load.
let container: HTMLElement;
beforeEach(() => {
  container = document.createElement('div');
  vi.spyOn(document.body, 'append').mockImplementation((...nodes) => container.append(...nodes));
});

/** Every frame, those of overlays too. */
function frames(): HTMLIFrameElement[] {
  const overlays = [...container.children].flatMap(({ shadowRoot }) => shadowRoot ?? []);
  return [container, ...overlays].flatMap((root) => [...root.querySelectorAll('iframe')]);
}

function onlyFrame(): HTMLIFrameElement {
  const [frame, ...more] = frames();
  if (!frame || more.length > 0) throw new Error(`${frames().length} frames instead of one`);
  return frame;
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

for (const [name, Component] of Object.entries({ Checkout, CheckoutOverlay })) {
  test(`${name} shows one frame in strict mode, and removes it with the component`, () => {
    const { unmount } = render(
      <StrictMode>
        <Component url={url} />
      </StrictMode>,
      { container },
    );
    expect(onlyFrame().src).toBe(url);
    const page = payerPageIn(onlyFrame());
    unmount();
    expect(frames()).toEqual([]);
    expect(page.hello().response).toEqual(ignored);
  });

  test(`${name} keeps its frame when onEvent changes, and reports to the new function only`, () => {
    const [first, second] = [vi.fn<(event: CheckoutEvent) => void>(), vi.fn()];
    const { rerender } = render(<Component url={url} onEvent={first} />, { container });
    const frame = onlyFrame();
    rerender(<Component url={url} onEvent={second} />);
    expect(onlyFrame()).toBe(frame);
    payerPageIn(frame).hello();
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledExactlyOnceWith({ type: 'ready' });
  });

  test(`${name} replaces its frame when url changes`, () => {
    const { rerender } = render(<Component url={url} />, { container });
    const frame = onlyFrame();
    rerender(<Component url={other} />);
    expect(onlyFrame()).not.toBe(frame);
    expect(onlyFrame().src).toBe(other);
  });
}

test('Checkout sets the class of its element', () => {
  render(<Checkout url={url} className="payment" />, { container });
  expect(container.firstElementChild?.className).toBe('payment');
});
