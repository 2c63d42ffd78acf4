import { findLanguage, negotiateLocale } from '@parley/payer-view/locale';
import { describe, expect, it } from 'vitest';
import { formatDateTime, formatTimeUntil } from './deadline.ts';
import { destinationLink, safeLink, shopLink } from './safe-link.ts';

describe('negotiateLocale', () => {
  it.each([
    [null, 'en', 'en'],
    ['', 'en', 'en'],
    ['de-DE,de;q=0.9,en;q=0.8', 'de', 'de-DE'],
    ['en;q=0.5, fr-CA', 'fr', 'fr-CA'],
    ['en; q=0.5, de; Q = 0.9', 'de', 'de'],
    ['de, fr', 'de', 'de'],
    ['de;level=1;q=0.1, fr;q=0.2', 'fr', 'fr'],
    ['de;q=x, fr;q=2, it;q=-1, nl;q=0.5', 'nl', 'nl'],
    ['sv, da;q=0.9, pl;q=0.1', 'pl', 'pl'],
    ['iw-IL', 'he', 'he-IL'],
    ['pt', 'pt-BR', 'pt-BR'],
    ['pt-PT', 'pt-BR', 'pt-BR'],
    ['zh-CN', 'zh-Hans', 'zh-Hans-CN'],
    ['zh-SG', 'zh-Hans', 'zh-Hans-SG'],
    ['zh', 'zh-Hans', 'zh-Hans'],
    ['zh-TW, zh-Hant, zh-HK', 'en', 'en'],
    ['zh-TW, ja;q=0.5', 'ja', 'ja'],
    ['DE-at', 'de', 'de-AT'],
    ['de-x-private', 'de', 'de'],
    ['en-Deva', 'en', 'en'],
    [`${'xx-invalid-,'.repeat(20)}de`, 'en', 'en'],
    ['*', 'en', 'en'],
    ['not a tag!, de', 'de', 'de'],
    ['de;q=0', 'en', 'en'],
    ['<script>', 'en', 'en'],
  ])('maps %s to %s and %s', (header, language, locale) => {
    const negotiated = negotiateLocale(header);
    expect(negotiated.language).toBe(language);
    expect(new Intl.Locale(negotiated.locale).baseName).toBe(locale);
  });

  it('prefers the chosen language, in the region of the browser', () => {
    expect(negotiateLocale('en, de-CH;q=0.5', 'de')).toMatchObject({
      language: 'de',
      locale: expect.stringMatching(/^de-CH/),
    });
    expect(negotiateLocale('fr', 'ja').language).toBe('ja');
  });

  it('finds the language of a tag with a region, as shops write it', () => {
    const tags = ['de', 'de-AT', 'de_DE', 'PT', 'iw', 'zh-CN'];
    expect(tags.map(findLanguage)).toEqual(['de', 'de', 'de', 'pt-BR', 'he', 'zh-Hans']);
    for (const unknown of ['sv', '', 'constructor', '"><script>', 'zh-TW']) {
      expect(findLanguage(unknown)).toBeUndefined();
    }
  });

  it('uses the digits of the region and the Gregorian calendar', () => {
    const { locale } = negotiateLocale('ar-SA');
    // Older browsers would use another calendar in this region.
    expect(locale).toBe('ar-SA-u-ca-gregory-nu-arab');
    expect(formatDateTime(new Date(0), locale, 'UTC')).toContain('١ يناير ١٩٧٠');
    expect(new Intl.NumberFormat(negotiateLocale('ar-MA').locale).format(12)).toBe('12');
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

describe('destinationLink', () => {
  it.each(['https://shop.example/orders/1?a=b', 'myapp://done', 'myapp:done'])(
    'accepts %s',
    (url) => {
      expect(destinationLink(url)).toBe(url);
    },
  );

  it.each([null, '/thanks', 'javascript:alert(1)', 'DATA:text/html,x', 'file:///etc/passwd'])(
    'rejects %s',
    (url) => {
      expect(destinationLink(url)).toBeNull();
    },
  );
});

describe('shopLink', () => {
  it.each([
    ['https://shop.example:8443/orders/1/thanks?a=b#c', 'https://shop.example:8443/'],
    ['javascript:alert(1)', null],
    ['myapp://done', null],
    [null, null],
  ])('of %s is %s', (destination, link) => {
    expect(shopLink(destination)).toBe(link);
  });
});

describe('formatTimeUntil', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  it.each([
    [0, 'in 0 seconds'],
    [-5_000, 'in 0 seconds'],
    [59_000, 'in 59 seconds'],
    [60_000, 'in 1 minute'],
    [48 * 3_600_000 - 1, 'in 47 hours'],
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
