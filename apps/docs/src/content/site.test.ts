import { errorTable, eventTypes, getHelpUrl } from '@parley/domain';
import GithubSlugger from 'github-slugger';
import { describe, expect, it } from 'vitest';
import { linkToPages } from './guides.ts';
import { operationPath, operations } from './reference.ts';
import { type NavigationEntry, navigation, readPages } from './site.ts';

const pages = readPages();
const paths = new Set(pages.map(({ path }) => path));

/** The text without code blocks, in which brackets are not links. */
const prose = (body: string) => body.replaceAll(/^```.*?^```$/gms, '');

function getAnchors(body: string): readonly string[] {
  const slugger = new GithubSlugger();
  return [...prose(body).matchAll(/^#{2,6} (.+)$/gm)].map(([, heading = '']) =>
    slugger.slug(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '')),
  );
}

const anchors = new Map(pages.map(({ path, body }) => [path, getAnchors(body)]));

it.each(pages)(
  'every link of $path leads to a page and a heading of the site',
  ({ path, body }) => {
    const links = [...prose(body).matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(([, to = '']) => to);
    const broken = links.filter((link) => {
      const [page = '', heading] = link.split('#');
      if (page === '/openapi.json') return false;
      const target = page === '' ? path : /^\/(.+)\/$/.exec(page)?.[1];
      if (target === undefined || !paths.has(target)) return true;
      return heading !== undefined && !anchors.get(target)?.includes(heading);
    });
    expect(broken).toEqual([]);
  },
);

it('has one page for each path, operation, event and error code', () => {
  expect(pages).toHaveLength(paths.size);
  const expected = [
    ...operations.map(({ operation }) => operationPath(operation.operationId)),
    ...eventTypes.map((type) => `events/${type}`),
    ...Object.keys(errorTable).map((code) =>
      new URL(getHelpUrl('http://docs', code)).pathname.slice(1, -1),
    ),
  ];
  expect(expected.filter((path) => !paths.has(path))).toEqual([]);
});

it('lists existing pages in its navigation, each once', () => {
  const listPaths = (entries: readonly NavigationEntry[]): readonly string[] =>
    entries.flatMap((entry) => ('slug' in entry ? [entry.slug] : listPaths(entry.items)));
  const listed = listPaths(navigation);
  expect(listed.filter((path) => !paths.has(path))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});

it('describes every page in plain text', () => {
  const unclear = pages.filter(({ description }) => !/^[^[\]`]{10,260}$/.test(description));
  expect(unclear.map(({ path, description }) => `${path}: ${description}`)).toEqual([]);
});

describe('linkToPages', () => {
  const link = (markdown: string) => linkToPages('docs/guides/webhooks.md', markdown);

  it.each([
    ['[carts](cart-snapshots.md#items)', '[carts](/guides/cart-snapshots/#items)'],
    ['[limits](../limits.md)', '[limits](/production/limits/)'],
    ['[below](#respond)', '[below](#respond)'],
    ['the [reference](../openapi.json)', 'the [reference](/reference/)'],
    ['the [OpenAPI document](../openapi.json)', 'the [OpenAPI document](/openapi.json)'],
    ['![A page](../images/embedded-inline.png)\n\nText', 'Text'],
    [
      '[the standard](https://www.standardwebhooks.com)',
      '[the standard](https://www.standardwebhooks.com)',
    ],
    ['the [example shop](../../examples/shop)', 'the example shop'],
    ['is fair ([0033](../decisions/0033-fair-delivery.md)).', 'is fair.'],
    ['```js\nfields[0](../limits.md)\n```', '```js\nfields[0](../limits.md)\n```'],
  ])('%j becomes %j', (markdown, expected) => {
    expect(link(markdown)).toBe(expected);
  });
});
