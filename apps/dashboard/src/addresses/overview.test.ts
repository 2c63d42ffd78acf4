import { overviewPeriods } from '@parley/domain';
import { expect, it } from 'vitest';
import { inMode } from './mode-route.ts';
import { getPeriodEnd, overviewHref, readPeriod } from './overview.ts';

it('reads back the period that it writes, and 7 days for any other value', () => {
  for (const period of overviewPeriods) {
    const { search } = new URL(inMode('live', overviewHref(period)), 'https://dashboard.test');
    expect(readPeriod(Object.fromEntries(new URLSearchParams(search)))).toBe(period);
  }
  expect(readPeriod({ period: '8d' })).toBe('7d');
  expect(inMode('test', overviewHref())).toBe('/test/overview');
});

it('ends every period at the next multiple of 15 minutes', () => {
  expect(getPeriodEnd(new Date('2026-11-20T12:14:59.999Z'))).toBe('2026-11-20T12:15:00.000Z');
  expect(getPeriodEnd(new Date('2026-11-20T12:15:00.000Z'))).toBe('2026-11-20T12:30:00.000Z');
});
