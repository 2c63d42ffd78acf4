import { describe, expect, it } from 'vitest';
import { formatDateTime, formatTimeUntil } from './deadline.ts';
import { negotiateLocale } from './locale.ts';
import { safeLink } from './safe-link.ts';

describe('negotiateLocale', () => {
  it.each([
    [null, 'en'],
    ['', 'en'],
    ['de-DE,de;q=0.9,en;q=0.8', 'de-DE'],
    ['en;q=0.5, fr-CA', 'fr-CA'],
    ['en; q=0.5, de; q=0.9', 'de'],
    ['de, fr', 'de'],
    ['de;level=1;q=0.1, fr;q=0.2', 'fr'],
    ['de;q=x, fr', 'fr'],
    [`${'xx-invalid-,'.repeat(20)}de`, 'en'],
    ['*', 'en'],
    ['not a tag!, de', 'de'],
    ['xx-invalid-', 'en'],
    ['de;q=0', 'en'],
    ['<script>', 'en'],
  ])('maps %s to %s', (header, locale) => {
    expect(negotiateLocale(header)).toBe(locale);
  });
});

describe('safeLink', () => {
  it('accepts http and https URLs', () => {
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
  ])('rejects %s', (address) => {
    expect(safeLink(address)).toBeNull();
  });
});

describe('formatTimeUntil', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  it.each([
    [0, 'in 0 seconds'],
    [-5_000, 'in 0 seconds'],
    [59_000, 'in 59 seconds'],
    [60_000, 'in 1 minute'],
    [24 * 3_600_000 - 1, 'in 23 hours'],
    [48 * 3_600_000, 'in 2 days'],
  ])('formats %i ms as "%s"', (ms, text) => {
    expect(formatTimeUntil(new Date(now + ms), now, 'en')).toBe(text);
  });
});

describe('formatDateTime', () => {
  it('formats date and time for the locale and the time zone', () => {
    const at = new Date('2026-12-04T22:30:00Z');
    expect(formatDateTime(at, 'de-DE', 'Europe/Berlin')).toBe('4. Dezember 2026 um 23:30');
    expect(formatDateTime(at, 'de-DE', 'Asia/Tokyo')).toBe('5. Dezember 2026 um 07:30');
  });
});
