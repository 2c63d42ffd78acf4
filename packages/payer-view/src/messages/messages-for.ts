import { messages as ar } from './ar.ts';
import { messages as de } from './de.ts';
import { messages as en, type Messages } from './en.ts';
import { messages as es } from './es.ts';
import { messages as fr } from './fr.ts';
import { messages as he } from './he.ts';
import { isolateValues } from './isolate-values.ts';
import { messages as it } from './it.ts';
import { messages as ja } from './ja.ts';
import { type Language, languages, languageTags } from './languages.ts';
import { messages as nl } from './nl.ts';
import { messages as pl } from './pl.ts';
import { messages as ptBr } from './pt-br.ts';
import { messages as zhHans } from './zh-hans.ts';

/** The messages as they are written. */
export const tables: Readonly<Record<Language, Messages>> = {
  en,
  de,
  es,
  fr,
  it,
  nl,
  pl,
  'pt-BR': ptBr,
  ja,
  'zh-Hans': zhHans,
  ar,
  he,
};

const isolated = Object.fromEntries(
  languageTags.map((tag) => [tag, isolateValues(tables[tag], languages[tag].direction)]),
) as Record<Language, Messages>;

/** The messages in a language. For the server: the browser's script contains one language only. */
export const messagesFor = (language: Language): Messages => isolated[language];
