import { expect, it } from 'vitest';
import { park, parkUnnamed, retryInternal, retryTransient } from './provider-event-schedule.ts';

const fresh = { transientFailures: 0, internalFailures: 0, parks: 0 };

it('parks an event after 1, 4, 16 and 60 minutes, then every 6 hours for 30 days, then fails it', () => {
  const delays: (number | undefined)[] = [];
  let event = fresh;
  for (;;) {
    const { status, retryInSeconds, counts } = park(event, 'matches no attempt yet');
    if (status === 'failed') break;
    expect(status).toBe('parked');
    delays.push(retryInSeconds);
    event = { ...event, ...counts };
  }
  expect(delays.slice(0, 6)).toEqual([60, 240, 960, 3_600, 21_600, 21_600]);
  const days = delays.slice(4).reduce<number>((sum, delay) => sum + (delay ?? 0), 0) / 86_400;
  expect(days).toBe(30);
  expect(park(event, 'matches no attempt yet').note).toBe(
    'matches no attempt yet; given up after 30 days',
  );
});

it('parks an event that names no attempt until it is an hour old, then ignores it', () => {
  const after = (parks: number, ageSeconds: number) =>
    parkUnnamed({ ...fresh, parks, ageSeconds }, 'matches no attempt yet');
  const delays = [after(0, 2.5), after(1, 63), after(2, 304), after(3, 1_265)];
  expect(delays.map(({ retryInSeconds }) => retryInSeconds)).toEqual([60, 240, 960, 2_335]);
  // The last try is not before the hour.
  expect(after(3, 3_599.2)).toMatchObject({ status: 'parked', retryInSeconds: 1 });
  expect(after(200, 100)).toMatchObject({ status: 'parked', retryInSeconds: 3_500 });
  for (const parks of [0, 4, 200]) {
    expect(after(parks, 3_600)).toEqual({
      status: 'ignored',
      note: 'belongs to another use of the provider account',
    });
  }
});

it('retries transient failures after 2^n seconds, at most 10 minutes apart, without end', () => {
  const after = (transientFailures: number) =>
    retryTransient({ ...fresh, transientFailures }, 'provider_error');
  expect([0, 1, 8, 9].map((n) => after(n).retryInSeconds)).toEqual([2, 4, 512, 600]);
  expect(after(100_000)).toMatchObject({ status: 'waiting', retryInSeconds: 600 });
});

it('fails an event after ten internal failures, however often it was parked or the provider failed', () => {
  const event = { transientFailures: 500, internalFailures: 8, parks: 100 };
  expect(retryInternal(event, 'internal error')).toMatchObject({
    status: 'waiting',
    retryInSeconds: 512,
    counts: { internalFailures: 9 },
  });
  expect(retryInternal({ ...event, internalFailures: 9 }, 'internal error').status).toBe('failed');
});

it('parks after the first delay when the provider failed before', () => {
  const outcome = park({ ...fresh, transientFailures: 20 }, 'matches no attempt yet');
  expect(outcome).toMatchObject({
    retryInSeconds: 60,
    counts: { transientFailures: 0, parks: 1 },
  });
});
