import { expect, it } from 'vitest';
import { getDirection, negotiateLocale, parseLocale } from './locales.ts';

it.each([
  [null, 'en'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr-FR, de;q=0.5, en;q=0.7', 'en'],
  ['DE', 'de'],
  ['de;q=0, *', 'en'],
  ['de;q=high', 'en'],
  ['x'.repeat(5_000), 'en'],
])('reads the header %s as %s', (header, locale) => {
  expect(negotiateLocale(header)).toBe(locale);
});

it('accepts a chosen language only if the dashboard has it', () => {
  expect(parseLocale('de')).toBe('de');
  expect(parseLocale('toString')).toBeNull();
  expect(parseLocale(undefined)).toBeNull();
});

it('writes English and German from left to right', () => {
  expect([getDirection('en'), getDirection('de')]).toEqual(['ltr', 'ltr']);
});
