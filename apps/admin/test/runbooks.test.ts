import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** The names of the lines that doctor prints, up to the first value in them. */
const source = ['checks', 'installation-checks', 'offline-checks', 'commands/doctor']
  .map((file) => read(`apps/admin/src/${file}.ts`))
  .join('\n');
const names = new Set(
  [
    ...source.matchAll(/\b(?:ok|warn|fail|lagCheck|runCheck)\(\s*'([^']+)'/g),
    ...source.matchAll(/\bname = ['`]([^'`$]+)/g),
  ].map(([, name = '']) => name.trim()),
);

/** The sentences of the runbooks that name the command doctor. */
const mentions = read('docs/runbooks.md')
  .split('\n')
  .filter((line) => line.startsWith('- ') && /\bdoctor`/.test(line));

it('finds runbooks with doctor, and lines of doctor', () => {
  expect(mentions.length).toBeGreaterThan(5);
  expect([...names]).toEqual(expect.arrayContaining(['database', 'email', 'provider config']));
});

it.each(mentions)('names lines that doctor prints: %s', (mention) => {
  const [, quoted = ''] = /doctor`,? (?:whose |has a )?lines? (`.*)$/.exec(mention) ?? [];
  const [first = ''] = quoted.split(/[.;]/);
  const lines = [...first.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  expect(lines).not.toEqual([]);
  expect(lines.filter((name) => !names.has(name))).toEqual([]);
});
