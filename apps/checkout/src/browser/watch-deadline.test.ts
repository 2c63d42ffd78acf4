import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchDeadline } from './watch-deadline.ts';

beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

it('refreshes after the deadline until the page is not open any more', () => {
  let isOpen = true;
  const refreshedAt: number[] = [];
  const show = vi.fn();
  watchDeadline({
    deadline: 5_000,
    now: Date.now,
    show,
    isOpen: () => isOpen,
    refresh: () => refreshedAt.push(Date.now()),
  });
  vi.advanceTimersByTime(5_999);
  expect(show).toHaveBeenCalledTimes(5);
  expect(refreshedAt).toEqual([]);
  vi.advanceTimersByTime(10_000);
  expect(refreshedAt).toEqual([6_000, 7_000, 9_000, 13_000]);
  isOpen = false;
  vi.advanceTimersByTime(60_000);
  expect(refreshedAt).toHaveLength(4);
  expect(vi.getTimerCount()).toBe(0);
});
