import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@parley/domain';
import { expect, it } from 'vitest';
import { placements } from '../migrations/placements.ts';

const document = readFileSync(join(import.meta.dirname, '../../../../docs/limits.md'), 'utf8');
const rows = document.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));

it('docs/limits.md says of every table what limits its rows', () => {
  const tables = Object.keys(placements).filter((table) => !table.startsWith('_'));
  const listed = new Set(rows.map(([, cell]) => cell));
  expect(tables.filter((table) => !listed.has(`\`${table}\``))).toEqual([]);
});

it('docs/limits.md has every limit with its maximum, what it counts and its variable', () => {
  for (const [name, limit] of Object.entries(limits)) {
    const [, , maximum, counted, variable] = rows.find(([, cell]) => cell === `\`${name}\``) ?? [];
    expect([maximum, counted, variable ?? ''], name).toEqual([
      limit.maximum.toLocaleString('en'),
      limit.counted,
      'variable' in limit ? `\`${limit.variable}\`` : '',
    ]);
  }
});
