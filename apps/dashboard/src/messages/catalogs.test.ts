import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { createTranslator } from 'next-intl';
import { describe, expect, it } from 'vitest';
import { catalogs } from '#test/translator.ts';

/** Texts that are the same in both languages: names, terms of the field, and words of both. */
const SAME = new Set([
  'API',
  'Body',
  'Client',
  'Code',
  'Logo',
  'Name',
  'Parley',
  'Passkeys',
  'Status',
  'Support',
  'System',
  'Team',
  'URL',
  'Version {version, number}',
  'Webhook',
  'Webhooks',
]);

/** The messages of a catalog by their keys. */
function getMessages(texts: object, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, text]): [string, string][] =>
    typeof text === 'string' ? [[path + name, text]] : getMessages(text, `${path}${name}.`),
  );
}

/** The names of the values and tags of a message. */
function namesIn(text: string): string[] {
  const names = new Set<string>();
  function visit(elements: MessageFormatElement[]): void {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
      names.add(element.value);
      if (element.type === TYPE.tag) visit(element.children);
      if (element.type === TYPE.plural || element.type === TYPE.select)
        for (const { value } of Object.values(element.options)) visit(value);
    }
  }
  visit(parse(text));
  return [...names].sort();
}

/** The values that decide on the forms of words in a message. */
const pluralsIn = (text: string) => [...text.matchAll(/\{(\w+), plural,/g)].map(([, name]) => name);

const english = getMessages(catalogs.en);
const german = new Map(getMessages(catalogs.de));

it('have the same messages in every language', () => {
  expect([...german.keys()].sort()).toEqual(english.map(([key]) => key).sort());
});

it('use the same values and tags in every language', () => {
  const different = english.flatMap(([key, text]) => {
    const [own, other] = [text, german.get(key) ?? ''].map((one) => namesIn(one).join());
    return own === other ? [] : [`${key}: ${own} / ${other}`];
  });
  expect(different).toEqual([]);
});

it('have a plural in every language where the English one has', () => {
  const missing = english.flatMap(([key, text]) => {
    const plurals = pluralsIn(german.get(key) ?? '');
    return pluralsIn(text).filter((name) => !plurals.includes(name)).length > 0 ? [key] : [];
  });
  expect(missing).toEqual([]);
});

it('are translated', () => {
  const same = english.filter(([key, text]) => {
    const words = text.replaceAll(/\{[^{}]*\}|<[^>]*>/g, '').replaceAll(/\P{Letter}/gu, '');
    return german.get(key) === text && words !== '' && !SAME.has(text);
  });
  expect(same).toEqual([]);
});

describe.each(['en', 'de'] as const)('in %s', (locale) => {
  it('can be formatted', () => {
    const t = createTranslator({
      locale,
      messages: catalogs[locale] as object,
      onError: (error) => {
        throw error;
      },
    }) as unknown as { markup(key: string, values: object): string };
    for (const [key, text] of getMessages(catalogs[locale])) {
      const values = namesIn(text).map((name) => [
        name,
        text.includes(`<${name}>`) ? (chunks: string) => chunks : 2,
      ]);
      expect(t.markup(key, Object.fromEntries(values)), key).not.toMatch(/[<{]/);
    }
  });
});
