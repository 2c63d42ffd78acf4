import { readFileSync } from 'node:fs';
import { type Mode, modes } from '@parley/domain';
import { expect } from 'vitest';

/** Who may call each procedure, written by hand. It explains the columns and the cells. */
const document = readFileSync(
  new URL('../../../../docs/authorization.md', import.meta.url),
  'utf8',
);

const columns = [
  'none',
  'secretKey',
  'publishableKey',
  'payer',
  'owner',
  'admin',
  'developer',
  'support',
  'viewer',
  'otherKey',
  'otherOwner',
] as const;
export type Column = (typeof columns)[number];

const knownCell = /^(yes|own|401|403|404|422|[a-z_]+:(read|write))$/;

/** The rows of its table: a procedure, and the cell of each column. */
export const authorizationRows = [...document.matchAll(/^\| (\w+\.\w+) \| (.+) \|$/gm)].map(
  ([, procedure = '', row = '']) => {
    const cells = row.split(' | ');
    expect([procedure, cells.length]).toEqual([procedure, columns.length]);
    for (const cell of cells) expect(cell, procedure).toMatch(knownCell);
    const byColumn = Object.fromEntries(columns.map((column, index) => [column, cells[index]]));
    return [procedure, byColumn as Record<Column, string>] as const;
  },
);

/**
 * The modes in which a procedure requires a recent proof of identity, from its table under Re-authentication.
 * The noun of a group is written once.
 */
export const recentAuthentication: ReadonlyMap<string, readonly Mode[]> = new Map(
  [...document.matchAll(/^\| (Both|Live) \| (.+) \|$/gm)].flatMap(([, when, groups = '']) =>
    groups.split(';').flatMap((group) => {
      const names = [...group.matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name);
      const [noun] = names[0]?.split('.') ?? [];
      return names.map((name) => {
        const path = name.includes('.') ? name : `${noun}.${name}`;
        return [path, when === 'Both' ? modes : (['live'] as const)] as const;
      });
    }),
  ),
);
