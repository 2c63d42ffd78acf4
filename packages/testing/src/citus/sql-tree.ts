import { loadModule, parseSync } from 'libpg-query';

await loadModule();

/** Part of a parse tree: an object or an array of PostgreSQL's parser, as JSON. */
type Tree = Readonly<Record<string, unknown>> | readonly unknown[];

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/** A node by its type, such as `FuncCall`. */
export type Node = Readonly<Record<string, unknown>>;

/**
 * The commands of a text, each as a node by its type: `{ UpdateStmt: … }`.
 * @throws SqlError for a text that PostgreSQL cannot parse
 */
export function parseCommands(sql: string): Node[] {
  return (parseSync(sql).stmts ?? []).map(({ stmt }) => stmt as unknown as Node);
}

/**
 * All nodes of a type in a tree, however deep. Subqueries are searched only with `intoSubqueries`.
 */
export function findNodes(tree: unknown, type: string, intoSubqueries = true): Node[] {
  if (!isTree(tree)) return [];
  return Object.entries(tree).flatMap(([key, value]) => {
    if (!intoSubqueries && key === 'SelectStmt') return [];
    const found = key === type ? [value as Node] : [];
    return [...found, ...findNodes(value, type, intoSubqueries)];
  });
}

/** The nodes of a type in an expression, without those of its subqueries. */
export const inExpression = (expression: unknown, type: string): Node[] =>
  findNodes(expression, type, false);

/** The last name of a function or a column, such as `now` of `pg_catalog.now`. */
export function lastName(names: unknown): string {
  const last = Array.isArray(names) ? names.at(-1) : undefined;
  return (last as { String?: { sval?: string } } | undefined)?.String?.sval ?? '';
}

/** The names of the columns in an expression. */
export const columnsIn = (expression: unknown): string[] =>
  inExpression(expression, 'ColumnRef').map(({ fields }) => lastName(fields));

/** The names of the functions that an expression calls. */
export const functionsIn = (expression: unknown): string[] =>
  inExpression(expression, 'FuncCall').map(({ funcname }) => lastName(funcname));
