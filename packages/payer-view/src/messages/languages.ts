/** The languages of the payer page by BCP 47 tag, each with its name in itself. */
export const languages = {
  en: { name: 'English', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr' },
  es: { name: 'Español', direction: 'ltr' },
  fr: { name: 'Français', direction: 'ltr' },
  it: { name: 'Italiano', direction: 'ltr' },
  nl: { name: 'Nederlands', direction: 'ltr' },
  pl: { name: 'Polski', direction: 'ltr' },
  'pt-BR': { name: 'Português (Brasil)', direction: 'ltr' },
  ja: { name: '日本語', direction: 'ltr' },
  'zh-Hans': { name: '简体中文', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
  he: { name: 'עברית', direction: 'rtl' },
} as const;

export type Language = keyof typeof languages;

export const languageTags = Object.keys(languages) as Language[];

/** How the page addresses the payer. */
export interface Localization {
  readonly language: Language;
  /** BCP 47 tag for Intl: the language with the payer's region, calendar and digits. */
  readonly locale: string;
}
