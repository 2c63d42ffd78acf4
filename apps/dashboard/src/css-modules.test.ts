import { globSync, readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = import.meta.dirname;
const read = (file: string) => readFileSync(file, 'utf8');

/** The classes that a component uses and its CSS module does not have. */
function findMissingClasses(file: string): string[] {
  const source = read(file);
  return [...source.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(
    ([, name, path = '']) => {
      const module = path.startsWith('#')
        ? resolve(root, path.slice(1))
        : resolve(dirname(file), path);
      const css = read(module);
      const used = [...source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))];
      return used.flatMap(([use, className]) =>
        new RegExp(`\\.${className}\\b`).test(css) ? [] : [`${relative(root, file)}: ${use}`],
      );
    },
  );
}

// TypeScript types every property of a CSS module as a string.
it('components use classes that their CSS modules have', () => {
  const files = globSync('**/*.tsx', { cwd: root }).map((file) => resolve(root, file));
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap(findMissingClasses)).toEqual([]);
});

// A language that is written from right to left mirrors logical properties only.
it('style sheets name the start and the end of a line, not its left and right', () => {
  const files = globSync('**/*.css', { cwd: root });
  expect(files.length).toBeGreaterThan(20);
  const physical =
    /^\s*((margin|padding|border|inset)-(left|right)|left|right)\b|text-align:\s*(left|right)/m;
  expect(files.filter((file) => physical.test(read(resolve(root, file))))).toEqual([]);
});
