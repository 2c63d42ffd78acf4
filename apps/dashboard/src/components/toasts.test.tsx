// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { render } from '#test/render.tsx';
import { showToast } from './toast-store.ts';
import { Toasts } from './toasts.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('announces messages for some seconds, and a repeated one once more', () => {
  vi.useFakeTimers();
  render(<Toasts />);
  const messages = () => [...screen.getByRole('status').children].map((one) => one.textContent);
  act(() => showToast('Saved.'));
  act(() => showToast('Copied.'));
  const [saved] = screen.getByRole('status').children;
  act(() => showToast('Saved.'));
  expect(messages()).toEqual(['Copied.', 'Saved.']);
  expect(screen.getByRole('status').contains(saved ?? null)).toBe(false);
  act(() => vi.advanceTimersByTime(10_000));
  expect(messages()).toEqual([]);
});
