import { expect, it } from 'vitest';
import { isDeclinedTooOften, nextPaymentAt } from './decline-limit.ts';

const lastDeclinedAt = new Date('2026-11-23T09:00:00Z');
const delayAfter = (declineCount: number, secondsLater = 0) => {
  const now = new Date(lastDeclinedAt.getTime() + secondsLater * 1000);
  const at = nextPaymentAt({ declineCount, lastDeclinedAt }, now);
  return at && (at.getTime() - lastDeclinedAt.getTime()) / 1000;
};

it('lets the payer try again at once after three declines, then after a growing delay', () => {
  const delays = Array.from({ length: 10 }, (_, count) => delayAfter(count));
  expect(delays).toEqual([null, null, null, null, 30, 60, 120, 240, 480, 900]);
});

it('lets the payer try again when the delay is over', () => {
  expect(delayAfter(4, 29)).toBe(30);
  expect(delayAfter(4, 30)).toBeNull();
});

it('accepts no payment after ten declines', () => {
  expect([9, 10, 11].map((declineCount) => isDeclinedTooOften({ declineCount }))).toEqual([
    false,
    true,
    true,
  ]);
});
