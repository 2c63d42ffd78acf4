import { describe, expect, it } from 'vitest';
import { untilText } from './deadline.ts';
import { localeOf } from './locale.ts';
import { safeLink } from './safe-link.ts';

describe('localeOf', () => {
  it.each([
    [null, 'en'],
    ['', 'en'],
    ['de-DE,de;q=0.9,en;q=0.8', 'de-DE'],
    ['en;q=0.5, fr-CA', 'fr-CA'],
    ['*', 'en'],
    ['not a tag!, de', 'de'],
    ['xx-invalid-', 'en'],
    ['de;q=0', 'en'],
    ['<script>', 'en'],
  ])('of %s is %s', (header, locale) => {
    expect(localeOf(header)).toBe(locale);
  });
});

describe('safeLink', () => {
  it('leads to web addresses', () => {
    expect(safeLink('https://shop.example/a?b=c')).toBe('https://shop.example/a?b=c');
  });

  it.each([
    null,
    '',
    '/relative',
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'shop:order',
  ])('leads nowhere by %s', (address) => {
    expect(safeLink(address)).toBeNull();
  });
});

describe('untilText', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  it.each([
    [0, 'in 0 seconds'],
    [-5_000, 'in 0 seconds'],
    [59_000, 'in 59 seconds'],
    [60_000, 'in 1 minute'],
    [24 * 3_600_000 - 1, 'in 23 hours'],
    [48 * 3_600_000, 'in 2 days'],
  ])('%i ms ahead is "%s"', (ms, text) => {
    expect(untilText(new Date(now + ms), now, 'en')).toBe(text);
  });
});
