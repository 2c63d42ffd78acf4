import { type Language, type Localization, languages } from './messages/languages.ts';

const MAX_RANGES = 20;

/**
 * The language and locale of a page: the chosen language, else the preferred supported one of the
 * Accept-Language header, else English. The region of the header applies to both.
 * @param chosen the language that the payer chose on the link
 */
export function negotiateLocale(
  acceptLanguage: string | null,
  chosen: Language | null = null,
): Localization {
  const preferred = acceptedTags(acceptLanguage ?? '').flatMap((tag) => supportedLocale(tag) ?? []);
  const language = chosen ?? preferred[0]?.language ?? 'en';
  const accepted = preferred.find((candidate) => candidate.language === language);
  return { language, locale: pinDigits(accepted?.tag ?? language) };
}

/** The tags of an Accept-Language header, most preferred first. Source: RFC 9110, 12.5.4. */
function acceptedTags(header: string): string[] {
  return header
    .split(',', MAX_RANGES)
    .map((range) => {
      const [tag = '', ...params] = range.split(';').map((part) => part.trim());
      const weight = params.map((param) => /^q\s*=\s*(.*)$/i.exec(param)?.[1]).find(Boolean) ?? '1';
      return { tag, weight: /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0 };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

interface SupportedLocale {
  readonly language: Language;
  readonly tag: string;
}

/** The language of a tag such as `de`, `de-AT` or, as shops write it, `de_DE`; undefined if it is not supported. */
export const findLanguage = (tag: string): Language | undefined =>
  supportedLocale(tag.replaceAll('_', '-'))?.language;

/** Also for an old code: iw is he. Of Chinese, only the simplified script is supported. */
function supportedLocale(tag: string): SupportedLocale | undefined {
  try {
    const { language, script, region } = new Intl.Locale(tag).maximize();
    if (language === 'pt') return { language: 'pt-BR', tag: 'pt-BR' };
    const found = language === 'zh' && script === 'Hans' ? 'zh-Hans' : language;
    if (!isLanguage(found) || new Intl.Locale(found).maximize().script !== script) return undefined;
    // A region that the tag does not name has no effect.
    return { language: found, tag: new Intl.Locale(tag).region ? `${found}-${region}` : found };
  } catch {
    return undefined;
  }
}

const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag);

/**
 * Fixes the digits, because server and browser may have different defaults for a region, and the
 * calendar, because cards and bank statements use the Gregorian one.
 */
function pinDigits(tag: string): string {
  const { numberingSystem } = new Intl.NumberFormat(tag).resolvedOptions();
  return new Intl.Locale(tag, { numberingSystem, calendar: 'gregory' }).toString();
}
