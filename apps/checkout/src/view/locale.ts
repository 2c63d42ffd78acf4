const FALLBACK = 'en';
const MOST_TAGS = 20;

/** The payer's first wish that can be met: Accept-Language's tags by weight, in a canonical form. */
export function localeOf(acceptLanguage: string | null): string {
  const wishes = (acceptLanguage ?? '').split(',', MOST_TAGS).map((part, index) => {
    const [tag = '', ...params] = part.trim().split(';');
    const q = params
      .find((param) => param.trim().startsWith('q='))
      ?.trim()
      .slice(2);
    return { tag, weight: q === undefined ? 1 : Number(q), index };
  });
  wishes.sort((a, b) => b.weight - a.weight || a.index - b.index);
  for (const { tag, weight } of wishes) {
    const locale = weight > 0 ? supported(tag) : undefined;
    if (locale) return locale;
  }
  return FALLBACK;
}

function supported(tag: string): string | undefined {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag)[0];
  } catch {
    return undefined;
  }
}
