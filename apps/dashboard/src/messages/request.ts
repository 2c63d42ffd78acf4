import { cookies, headers } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import type { Messages } from './en/index.ts';
import { acceptedLocale, chosenLocale, LOCALE_COOKIE, type Locale } from './locales.ts';

const catalogs = {
  en: async () => (await import('./en/index.ts')).en,
  de: async () => (await import('./de/index.ts')).de,
} satisfies Record<Locale, () => Promise<object>>;

/** The language of a response: the one chosen in this browser, else the one that the browser prefers. */
export default getRequestConfig(async () => {
  const chosen = chosenLocale((await cookies()).get(LOCALE_COOKIE)?.value);
  const locale = chosen ?? acceptedLocale((await headers()).get('accept-language'));
  // Other texts than the English ones, of the same messages.
  const messages = (await catalogs[locale]()) as Messages;
  return { locale, messages };
});
