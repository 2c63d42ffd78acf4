import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const document = readFileSync(join(import.meta.dirname, '../../../docs/privacy.md'), 'utf8');

/** The rows of the table below a heading of docs/privacy.md, without its head. */
function readTable(heading: string): string[][] {
  const section = document.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The names in a cell: `a.b`, or `a`: `b`, `c`. */
function readNames(cell = ''): string[] {
  const [, table] = /^`(\w+)`:/.exec(cell) ?? [];
  const all = [...cell.matchAll(/`([\w.]+)`/g)].map(([, name]) => name ?? '');
  return table === undefined ? all : all.slice(1).map((name) => `${table}.${name}`);
}

/** The columns that an erasure of a buyer changes. */
export const erasedColumns: readonly string[] = readTable('Where it is stored').flatMap(([cell]) =>
  readNames(cell),
);

/** The columns that it leaves, and the tables of which it leaves all of them. */
export const keptColumns: readonly string[] = readTable('What an erasure keeps').flatMap(
  ([, cell]) => readNames(cell),
);
