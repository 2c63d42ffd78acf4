const FALLBACK = 'en';
const MAX_TAGS = 20;

/** The preferred supported locale of an Accept-Language header, in canonical form. */
export function negotiateLocale(acceptLanguage: string | null): string {
  const preferences = (acceptLanguage ?? '').split(',', MAX_TAGS).map((part, index) => {
    const [tag = '', ...params] = part.trim().split(';');
    const q = params
      .find((param) => param.trim().startsWith('q='))
      ?.trim()
      .slice(2);
    return { tag, weight: q === undefined ? 1 : Number(q), index };
  });
  preferences.sort((a, b) => b.weight - a.weight || a.index - b.index);
  for (const { tag, weight } of preferences) {
    const locale = weight > 0 ? supportedLocale(tag) : undefined;
    if (locale) return locale;
  }
  return FALLBACK;
}

function supportedLocale(tag: string): string | undefined {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag)[0];
  } catch {
    return undefined;
  }
}
