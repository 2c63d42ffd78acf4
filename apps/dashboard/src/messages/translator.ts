import type { useTranslations } from 'next-intl';
import type { Messages } from './en/index.ts';
import type { Locale } from './locales.ts';

/** Gives the keys and the values of messages their types. */
declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
  }
}

/** A part of the catalog: the texts of one area of the dashboard. */
type Namespace = keyof Messages;

/** Formats the messages of a namespace, for functions that are not components. */
export type Translator<Name extends Namespace> = ReturnType<typeof useTranslations<Name>>;

/** The same messages in another language. */
export type Translation<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Translation<Texts[Key]>;
};
