import { describe, expect, it } from 'vitest';
import { getRetryDelaySeconds, RETRY_DELAYS_SECONDS } from './retry-schedule.ts';

describe('the schedule of a delivery', () => {
  it('is ten attempts: at once, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
    const minute = 60;
    const hour = 60 * minute;
    expect(RETRY_DELAYS_SECONDS).toEqual([
      0,
      5,
      5 * minute,
      30 * minute,
      ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour),
    ]);
  });

  it('waits the step give or take a fifth', () => {
    expect(getRetryDelaySeconds(1, 0.5)).toBe(5);
    expect(getRetryDelaySeconds(2, 0)).toBe(240);
    expect(getRetryDelaySeconds(2, 1)).toBe(360);
  });

  it('gives up after the tenth attempt', () => {
    expect(getRetryDelaySeconds(9, 0.5)).toBe(86_400);
    expect(getRetryDelaySeconds(10, 0.5)).toBeNull();
  });

  it('waits as long as the endpoint asks, between once and twice the step', () => {
    expect(getRetryDelaySeconds(2, 0, 1)).toBe(300);
    expect(getRetryDelaySeconds(2, 0, 420)).toBe(420);
    expect(getRetryDelaySeconds(2, 1, 86_400)).toBe(600);
  });
});
