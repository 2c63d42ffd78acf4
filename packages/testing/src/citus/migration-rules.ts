import { hasStable, hasVolatile, type Placements, reasonsToRefuse } from './rules.ts';
import { findNodes, lastName, type Node, parseCommands } from './sql-tree.ts';

export { parseCommands } from './sql-tree.ts';

const keyConstraints = ['CONSTR_CHECK', 'CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_FOREIGN'];
const serialTypes = ['smallserial', 'serial', 'bigserial'];

const getTable = ({ relation }: Node): string => (relation as { relname: string }).relname;

/** Why Citus would refuse to add a column, or store other values for it on each node. */
function reasonsAgainstColumn(column: Node, placement: string): (string | false)[] {
  const constraints = findNodes(column.constraints, 'Constraint');
  const defaults = constraints.filter(({ contype }) => contype === 'CONSTR_DEFAULT');
  return [
    constraints.some(
      ({ contype, conname }) => keyConstraints.includes(String(contype)) && conname === undefined,
    ) && 'a constraint without a name in ADD COLUMN',
    (serialTypes.includes(lastName((column.typeName as Node).names)) ||
      constraints.some(({ contype }) => contype === 'CONSTR_IDENTITY')) &&
      'a column with a sequence',
    placement === 'reference' &&
      (hasVolatile(defaults) || hasStable(defaults)) &&
      'a default that differs between nodes',
  ];
}

/**
 * Why Citus would refuse a migration of a database whose tables are already distributed. Keys, and the
 * direction of foreign keys, are checked in the catalog instead.
 * @throws SqlError for a text that PostgreSQL cannot parse
 */
export function reasonsToRefuseMigration(sql: string, placements: Placements): string[] {
  const commands = parseCommands(sql);
  const created = findNodes(commands, 'CreateStmt').map(getTable);
  const distributed = (node: Node) =>
    created.includes(getTable(node)) ? undefined : placements[getTable(node)];

  const alterations = findNodes(commands, 'AlterTableStmt').flatMap((node) => {
    const placement = distributed(node);
    if (placement === undefined) return [];
    const subcommands = findNodes(node.cmds, 'AlterTableCmd');
    const references = findNodes(node.cmds, 'pktable').map(({ relname }) => String(relname));
    return [
      subcommands.length > 1 &&
        subcommands.some(({ subtype }) => subtype === 'AT_AddConstraint') &&
        'ADD CONSTRAINT with other subcommands',
      placement === 'merchant' &&
        references.some((table) => created.includes(table)) &&
        'a foreign key to a table of the same migration',
      ...findNodes(node.cmds, 'ColumnDef').flatMap((column) =>
        'typeName' in column ? reasonsAgainstColumn(column, placement) : [],
      ),
    ];
  });
  const renamed = findNodes(commands, 'RenameStmt').filter(
    (node) => node.renameType === 'OBJECT_TABCONSTRAINT' && distributed(node) !== undefined,
  );
  const triggers = findNodes(commands, 'CreateTrigStmt').filter((node) =>
    ['merchant', 'reference'].includes(placements[getTable(node)] ?? ''),
  );
  return [
    ...alterations.filter((reason) => reason !== false),
    ...renamed.map(() => 'RENAME CONSTRAINT'),
    ...triggers.map(() => 'a trigger'),
    ...reasonsToRefuse(sql, placements),
  ];
}
