import { describe, expect, it } from 'vitest';
import {
  type DeclineLimits,
  isCardDecline,
  isDeclinedTooOften,
  type NetworkDeclines,
  nextPaymentAt,
  noDeclineLimits,
} from './decline-limit.ts';

const lastDeclinedAt = new Date('2026-11-23T09:00:00Z');
const later = (seconds: number) => new Date(lastDeclinedAt.getTime() + seconds * 1000);
const delayAfter = (
  declineCount: number,
  secondsLater = 0,
  limits: Partial<DeclineLimits> = {},
) => {
  const now = later(secondsLater);
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

describe('a network with many declines', () => {
  const hot = { level: 18, countedAt: lastDeclinedAt, firstSeenAt: lastDeclinedAt };
  /** When a payer without a declined payment can pay, in seconds after it wanted to. */
  const delayOfOthers = (secondsLater: number, network: NetworkDeclines) => {
    const now = later(secondsLater);
    const declines = { declineCount: 0, lastDeclinedAt: null };
    const at = nextPaymentAt(declines, { ...noDeclineLimits, network }, now);
    return at && (at.getTime() - Number(network.firstSeenAt ?? now)) / 1000;
  };

  it('delays its payers after 15 declines, by two minutes at most', () => {
    const delays = [15, 15.01, 16, 17, 18, 1_000].map((level) =>
      delayOfOthers(0, { ...hot, level }),
    );
    expect(delays).toEqual([null, 30, 30, 60, 120, 120]);
    expect(delayOfOthers(7, { ...hot, countedAt: later(7), firstSeenAt: null })).toBe(120);
  });

  it('delays them once, however many payments of others are declined meanwhile', () => {
    expect(delayOfOthers(119, { ...hot, countedAt: later(119) })).toBe(120);
    expect(delayOfOthers(120, { ...hot, countedAt: later(120) })).toBeNull();
  });

  it('delays them after a decline of their own', () => {
    const firstSeenAt = later(-3_600);
    expect(delayAfter(1, 119, { network: { ...hot, countedAt: later(119), firstSeenAt } })).toBe(
      120,
    );
    expect(
      delayAfter(1, 120, { network: { ...hot, countedAt: later(120), firstSeenAt } }),
    ).toBeNull();
  });

  it('forgets one every two minutes', () => {
    expect(
      [0, 119, 121, 241, 361].map((s) => delayOfOthers(s, { ...hot, firstSeenAt: null })),
    ).toEqual([120, 120, 60, 30, null]);
  });

  it('lets the payer wait for the longer one of two delays', () => {
    const network = { ...hot, level: 17 };
    expect(delayAfter(4, 0, { network })).toBe(60);
    expect(delayAfter(6, 0, { network })).toBe(120);
  });
});

it('counts declined cards, not payers who give up', () => {
  const codes = ['stolen_card', 'generic_decline', 'payment_intent_authentication_failure'];
  expect(codes.map(isCardDecline)).toEqual([true, true, false]);
});
