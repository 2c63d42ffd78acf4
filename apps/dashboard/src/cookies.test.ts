import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');

it('docs/security.md lists every cookie', () => {
  const files = globSync('{apps/{dashboard,checkout},packages/auth}/src/**/*.{ts,tsx}', {
    cwd: root,
  });
  const names = files.flatMap((file) =>
    [...read(file).matchAll(/_COOKIE = '([\w.]+)'/g)].map(([, name]) => name),
  );
  expect(names).toContain('parley.theme');
  const guide = read('docs/security.md');
  expect(names.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});
