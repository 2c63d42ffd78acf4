/** The cookie with the language that the person chose in this browser. */
export const LOCALE_COOKIE = 'parley.locale';

/** The languages of the dashboard, the default first. A new one needs its catalog and its name here. */
export const locales = ['en', 'de'] as const;
export type Locale = (typeof locales)[number];

/** The languages by their own names. */
export const localeNames: Record<Locale, string> = { en: 'English', de: 'Deutsch' };

const MAX_RANGES = 20;

const isLocale = (tag: string | undefined): tag is Locale => locales.some((one) => one === tag);

/** The language of a cookie or a menu item; null for any other value: that of the browser. */
export const parseLocale = (value: string | undefined): Locale | null =>
  isLocale(value) ? value : null;

/**
 * The supported language that an Accept-Language header prefers, else English. A region has no effect.
 * Source: RFC 9110, 12.5.4.
 */
export function negotiateLocale(header: string | null): Locale {
  const accepted = (header ?? '').split(',', MAX_RANGES).map((range) => {
    const [tag = '', ...params] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = Number(params.find((param) => param.startsWith('q='))?.slice(2) ?? 1);
    return { locale: tag.split('-')[0], weight };
  });
  const preferred = accepted
    .filter(({ locale, weight }) => isLocale(locale) && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return parseLocale(preferred[0]?.locale) ?? locales[0];
}

/** The direction of a language's script. */
export function getDirection(locale: Locale): 'ltr' | 'rtl' {
  const { script } = new Intl.Locale(locale).maximize();
  return ['Arab', 'Hebr'].includes(script ?? '') ? 'rtl' : 'ltr';
}
