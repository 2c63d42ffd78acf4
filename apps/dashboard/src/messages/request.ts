import compile from 'icu-minify/compile';
import { cookies, headers } from 'next/headers';
import { getRequestConfig } from 'next-intl/server';
import type { Messages } from './en/index.ts';
import { LOCALE_COOKIE, type Locale, negotiateLocale, parseLocale } from './locales.ts';

const catalogs = {
  en: async () => (await import('./en/index.ts')).en,
  de: async () => (await import('./de/index.ts')).de,
} satisfies Record<Locale, () => Promise<object>>;

/** The compiled catalogs by language, of which this process has used at least one. */
const compiled = new Map<Locale, Promise<Messages>>();

/** Compiles the messages of a catalog, as the browser has no parser. */
const compileAll = (texts: object): object =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? compile(text) : compileAll(text),
    ]),
  );

async function readMessages(locale: Locale): Promise<Messages> {
  const messages = compileAll(await catalogs[locale]());
  // React sends only objects with a prototype to the browser.
  return JSON.parse(JSON.stringify(messages));
}

function loadMessages(locale: Locale): Promise<Messages> {
  const messages = compiled.get(locale) ?? readMessages(locale);
  compiled.set(locale, messages);
  return messages;
}

/** The language of a response: the one chosen in this browser, else the one that the browser prefers. */
export default getRequestConfig(async () => {
  const chosen = parseLocale((await cookies()).get(LOCALE_COOKIE)?.value);
  const locale = chosen ?? negotiateLocale((await headers()).get('accept-language'));
  return { locale, messages: await loadMessages(locale) };
});
