import { createTranslator } from 'next-intl';
import { de } from '#messages/de/index.ts';
import type { Messages } from '#messages/en/index.ts';
import { en } from '#messages/en/index.ts';
import type { Locale } from '#messages/locales.ts';
import type { Translator } from '#messages/translator.ts';

/** The catalogs by language. */
export const catalogs = { en, de } as const;

/** Formats messages outside of components, by default in English. A missing one is an error. */
export function translator<Name extends keyof Messages>(
  namespace: Name,
  locale: Locale = 'en',
): Translator<Name> {
  return createTranslator({
    locale,
    messages: catalogs[locale] as typeof en,
    namespace,
    onError: (error) => {
      throw error;
    },
  }) as Translator<Name>;
}
