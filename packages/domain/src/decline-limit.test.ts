import { expect, it } from 'vitest';
import {
  type DeclineLimits,
  isDeclinedTooOften,
  nextPaymentAt,
  noDeclineLimits,
} from './decline-limit.ts';

const lastDeclinedAt = new Date('2026-11-23T09:00:00Z');
const delayAfter = (
  declineCount: number,
  secondsLater = 0,
  limits: Partial<DeclineLimits> = {},
) => {
  const now = new Date(lastDeclinedAt.getTime() + secondsLater * 1000);
  const declines = { declineCount, lastDeclinedAt };
  const at = nextPaymentAt(declines, { ...noDeclineLimits, ...limits }, now);
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

it('lets the payer try again at once only after the first decline while declines spike', () => {
  const delays = [0, 1, 2, 3, 4].map((count) => delayAfter(count, 0, { isSpiking: true }));
  expect(delays).toEqual([null, null, 30, 60, 120]);
});

it('delays the payers of a network after 15 declines, by two minutes at most', () => {
  const countedAt = lastDeclinedAt;
  const delays = [15, 15.01, 16, 17, 18, 19, 1_000].map((level) =>
    delayAfter(0, 0, { network: { level, countedAt } }),
  );
  expect(delays).toEqual([null, 30, 30, 60, 120, 120, 120]);
});

it('lets the payer wait for the longer one of two delays', () => {
  const countedAt = new Date(lastDeclinedAt.getTime() + 20_000);
  const network = { level: 16, countedAt };
  expect(delayAfter(4, 0, { network })).toBe(50);
  expect(delayAfter(5, 0, { network })).toBe(60);
});
