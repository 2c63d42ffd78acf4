import { describe, expect, it } from 'vitest';
import { getRetryDelaySeconds, RETRY_DELAYS_SECONDS } from './retry-schedule.ts';

describe('the retry schedule', () => {
  it('has ten attempts: now, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
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

  it('varies each delay by up to 20 percent', () => {
    expect(getRetryDelaySeconds(1, 0.5)).toBe(5);
    expect(getRetryDelaySeconds(2, 0)).toBe(240);
    expect(getRetryDelaySeconds(2, 1)).toBe(360);
  });

  it('ends after the tenth attempt', () => {
    expect(getRetryDelaySeconds(9, 0.5)).toBe(86_400);
    expect(getRetryDelaySeconds(10, 0.5)).toBeNull();
  });

  it('uses Retry-After between one and two scheduled delays', () => {
    expect(getRetryDelaySeconds(2, 0, 1)).toBe(300);
    expect(getRetryDelaySeconds(2, 0, 420)).toBe(420);
    expect(getRetryDelaySeconds(2, 1, 86_400)).toBe(600);
  });
});
