import { expect, it } from 'vitest';
import { messages as english } from './en.ts';
import { languageTags } from './languages.ts';
import { tables } from './messages-for.ts';

type Entry = string | ((...values: string[]) => string) | { readonly [key: string]: Entry };
const placeholders = ['{0}', '{1}', '{2}'];

/** Every sentence by its path, with placeholders for values. */
function sentences(entry: Entry, path = ''): [path: string, text: string][] {
  if (typeof entry === 'string') return [[path, entry]];
  if (typeof entry === 'function') return [[path, entry(...placeholders)]];
  return Object.entries(entry).flatMap(([key, value]) => sentences(value, `${path}.${key}`));
}

const source = sentences(english as unknown as Entry);
const getPlaceholders = (text: string) => placeholders.filter((one) => text.includes(one));
/** Words and signs that some languages share with English. */
const sharedPaths = ['.quantity', '.unitPrice', '.total', '.per.week', '.receipt.subtotal'];

it.each(languageTags.filter((tag) => tag !== 'en'))(
  'the messages in %s are translated and have every value',
  (tag) => {
    const translated = new Map(sentences(tables[tag] as unknown as Entry));
    expect([...translated.keys()]).toEqual(source.map(([path]) => path));
    for (const [path, text] of source) {
      const translation = translated.get(path) ?? '';
      expect(getPlaceholders(translation), path).toEqual(getPlaceholders(text));
      expect(translation.trim(), path).toBe(translation);
      if (!sharedPaths.includes(path)) expect(translation, path).not.toBe(text);
    }
  },
);
