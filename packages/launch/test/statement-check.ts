import { placements } from '@parley/db/placements';
import { isTestDatabase } from '@parley/testing';
import { reasonsToRefuse } from '@parley/testing/citus';
import pg from 'pg';

const checked = new Set<string>();
let refused: string[] = [];

function check(text: string): void {
  if (checked.has(text)) return;
  checked.add(text);
  let reasons: string[];
  try {
    reasons = reasonsToRefuse(text, placements);
  } catch {
    // PostgreSQL refuses it too. Some tests send such a text.
    return;
  }
  refused.push(...reasons.map((reason) => `${reason}:\n${text.trim()}`));
}

/** Checks each text of SQL that this process sends to a database of the service, once. */
function checkStatements(): void {
  const { prototype } = pg.Client;
  const { query } = prototype;
  prototype.query = function (this: pg.Client, ...args: [string | { text?: string }]) {
    const [statement] = args;
    const text = typeof statement === 'string' ? statement : statement.text;
    // The provider simulator has tables with the same names in a database of its own.
    if (text !== undefined && isTestDatabase(this.database)) check(text);
    return Reflect.apply(query, this, args);
  } as typeof query;
}

/**
 * Ends the check of the statements so far.
 * @throws Error for statements that Citus would refuse
 */
export function expectNoRefusedStatement(): void {
  if (refused.length === 0) return;
  const message = refused.join('\n\n');
  refused = [];
  throw new Error(`Citus refuses a statement (docs/decisions/0028-citus.md): ${message}`);
}

checkStatements();
