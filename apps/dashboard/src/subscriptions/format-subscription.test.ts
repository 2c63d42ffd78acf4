import { expect, it } from 'vitest';
import { translator } from '#test/translator.ts';
import { formatInterval, formatPaymentStatus, formatSyncSource } from './format-subscription.ts';

const t = translator('subscriptions');

it.each([
  ['month', 1, 'every month'],
  ['month', 3, 'every 3 months'],
  ['day', 30, 'every 30 days'],
] as const)('formats the interval %s × %d as “%s”', (interval, interval_count, text) => {
  expect(formatInterval(t, { interval, interval_count })).toBe(text);
});

it('formats known values, and returns unknown ones unchanged', () => {
  expect([
    formatSyncSource(t, 'sweep'),
    formatSyncSource(t, 'moon'),
    formatSyncSource(t, null),
  ]).toEqual(['A scheduled check', 'moon', null]);
  expect([
    formatPaymentStatus(t, 'failed'),
    formatPaymentStatus(t, 'else'),
    formatPaymentStatus(t, null),
  ]).toEqual(['payment failed', 'else', null]);
});
