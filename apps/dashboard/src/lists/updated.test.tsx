// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { render } from '#test/render.tsx';
import { Updated } from './updated.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('says how old the data is, every second', () => {
  vi.useFakeTimers({ now: 100_000 });
  const { container, rerender } = render(<Updated at={100_000} />);
  expect(container.textContent).toBe('Updated 0 s ago');
  act(() => vi.advanceTimersByTime(3_000));
  expect(container.textContent).toBe('Updated 3 s ago');
  act(() => vi.advanceTimersByTime(120_000));
  expect(container.textContent).toBe('Updated 2 min ago');
  rerender(<Updated at={223_000} />);
  expect(container.textContent).toBe('Updated 0 s ago');
});
