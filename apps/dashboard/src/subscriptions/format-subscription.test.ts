import { expect, it } from 'vitest';
import { formatInterval, formatPaymentStatus, formatSyncSource } from './format-subscription.ts';

it.each([
  ['month', 1, 'every month'],
  ['month', 3, 'every 3 months'],
  ['day', 30, 'every 30 days'],
] as const)('formats the interval %s × %d as “%s”', (interval, interval_count, text) => {
  expect(formatInterval({ interval, interval_count })).toBe(text);
});

it('formats known values, and returns unknown ones unchanged', () => {
  expect([formatSyncSource('sweep'), formatSyncSource('moon'), formatSyncSource(null)]).toEqual([
    'A scheduled check',
    'moon',
    null,
  ]);
  expect([
    formatPaymentStatus('failed'),
    formatPaymentStatus('else'),
    formatPaymentStatus(null),
  ]).toEqual(['payment failed', 'else', null]);
});
