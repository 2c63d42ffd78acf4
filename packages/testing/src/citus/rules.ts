import {
  columnsIn,
  findNodes,
  functionsIn,
  inExpression,
  lastName,
  type Node,
  parseCommands,
} from './sql-tree.ts';

/** Where Citus stores the rows of each table: `merchant` on shards, `reference` on every node. */
export type Placements = Readonly<Record<string, string>>;

/** The column that decides the shard of a row. */
const DISTRIBUTION_COLUMN = 'merchant_id';

const volatileFunctions = new Set([
  'clock_timestamp',
  'gen_random_uuid',
  'nextval',
  'pg_sleep',
  'random',
  'timeofday',
]);
/** Functions that Citus does not send to shards: their result depends on the time or on settings. */
const stableFunctions = new Set([
  ...['now', 'statement_timestamp', 'transaction_timestamp', 'current_setting', 'make_timestamptz'],
  ...['age', 'concat', 'concat_ws', 'date_part', 'date_trunc', 'format', 'to_char', 'to_timestamp'],
  ...['json_build_array', 'json_build_object', 'jsonb_build_array', 'jsonb_build_object'],
  ...['row_to_json', 'to_json', 'to_jsonb'],
]);

/** A command that writes rows, at the top of a text or in a CTE. */
interface Write {
  readonly kind: 'INSERT' | 'UPDATE' | 'DELETE';
  readonly table: string;
  readonly node: Node;
}

const writeTypes = { InsertStmt: 'INSERT', UpdateStmt: 'UPDATE', DeleteStmt: 'DELETE' } as const;

function writesIn(commands: readonly Node[]): Write[] {
  return Object.entries(writeTypes).flatMap(([type, kind]) =>
    findNodes(commands, type).map((node) => {
      const { relname } = node.relation as { relname: string };
      return { kind, table: relname, node };
    }),
  );
}

const isInterval = (expression: unknown): boolean =>
  functionsIn(expression).includes('make_interval') ||
  inExpression(expression, 'TypeCast').some(
    ({ typeName }) => lastName((typeName as Node).names) === 'interval',
  );

/** Additions of an interval to a column, which depend on the time zone of the session. */
const isIntervalAddition = ({ name, lexpr, rexpr }: Node): boolean =>
  ['+', '-'].includes(lastName(name)) && isInterval(rexpr) && columnsIn(lexpr).length > 0;

/** EXTRACT from a column depends on the time zone too, unlike that from the difference of two times. */
const isStableCall = ({ funcname, args }: Node): boolean =>
  lastName(funcname) === 'extract'
    ? 'ColumnRef' in ((args as Node[])[1] ?? {})
    : stableFunctions.has(lastName(funcname));

/** Casts to a time, which depend on settings of the session. */
const isCastToTime = ({ typeName, arg }: Node): boolean =>
  ['date', 'timestamp', 'timestamptz'].includes(lastName((typeName as Node).names)) &&
  columnsIn(arg).length > 0;

/** What PostgreSQL calls stable: the same within a statement, but not always. */
const stableCalls = (expression: unknown): Node[] => [
  ...inExpression(expression, 'FuncCall').filter(isStableCall),
  ...inExpression(expression, 'A_Expr').filter(isIntervalAddition),
  ...inExpression(expression, 'TypeCast').filter(isCastToTime),
  // CURRENT_TIMESTAMP and the like.
  ...inExpression(expression, 'SQLValueFunction'),
];

export const hasStable = (expression: unknown): boolean => stableCalls(expression).length > 0;

export const hasVolatile = (expression: unknown): boolean =>
  functionsIn(expression).some((name) => volatileFunctions.has(name));

/** Conditions that must all hold. */
function conjuncts(condition: unknown): Node[] {
  const node = (condition ?? {}) as Node;
  const and = node.BoolExpr as { boolop: string; args: unknown[] } | undefined;
  return and?.boolop === 'AND_EXPR' ? and.args.flatMap(conjuncts) : [node];
}

/** Whether a condition names the merchants: merchant_id = $1, or = ANY ($1) for those of one shard. */
function namesMerchants(condition: unknown): boolean {
  return conjuncts(condition).some((one) => {
    const { kind, name, lexpr, rexpr } = (one.A_Expr ?? {}) as Node;
    if (!['AEXPR_OP', 'AEXPR_OP_ANY'].includes(String(kind)) || lastName(name) !== '=')
      return false;
    return [
      [lexpr, rexpr],
      [rexpr, lexpr],
    ].some(
      ([column, value]) =>
        'ColumnRef' in (column as Node) &&
        columnsIn(column).includes(DISTRIBUTION_COLUMN) &&
        columnsIn(value).length === 0 &&
        !('SubLink' in (value as Node)),
    );
  });
}

/** Finds what Citus refuses in the commands of one text. Returns the reasons. */
type Rule = (commands: readonly Node[], placements: Placements) => string[];

/** Claims skip locked rows. They name the merchants of one shard, but only in a database with shards. */
const skipsLocked = (lockingClause: unknown): boolean =>
  findNodes(lockingClause, 'LockingClause').every(
    ({ waitPolicy }) => waitPolicy === 'LockWaitSkip',
  );

/** Whether a SELECT reads tables of merchants without a condition that names them. */
function isOfAnyMerchant({ fromClause, whereClause }: Node, placements: Placements): boolean {
  const tables = inExpression(fromClause, 'RangeVar').map(({ relname }) => String(relname));
  const joins = inExpression(fromClause, 'JoinExpr').map(({ quals }) => quals);
  return (
    tables.some((table) => placements[table] === 'merchant') &&
    ![whereClause, ...joins].some(namesMerchants)
  );
}

const locksOfOneMerchant: Rule = (commands, placements) =>
  findNodes(commands, 'SelectStmt')
    .filter(({ lockingClause }) => lockingClause !== undefined && !skipsLocked(lockingClause))
    .filter((select) => isOfAnyMerchant(select, placements))
    .map(() => `a row lock needs ${DISTRIBUTION_COLUMN} = a value or = ANY (values)`);

/** Citus does not conclude from `= s.merchant_id` that rows are of one merchant if `s` is a limited list. */
const sublinksOfOneMerchant: Rule = (commands, placements) =>
  findNodes(commands, 'SelectStmt')
    .filter(({ fromClause }) =>
      findNodes(fromClause, 'RangeSubselect').some(({ subquery }) =>
        findNodes(subquery, 'SelectStmt').some(({ limitCount }) => limitCount !== undefined),
      ),
    )
    .flatMap(({ whereClause }) => inExpression(whereClause, 'SubLink'))
    .filter(({ subselect }) =>
      isOfAnyMerchant((subselect as { SelectStmt: Node }).SelectStmt, placements),
    )
    .map(() => `a sub-select of a limited list needs ${DISTRIBUTION_COLUMN} = a value`);

/** A rule about each write to a table that Citus distributes. */
const forWrites =
  (rule: (write: Write) => readonly (string | false)[]): Rule =>
  (commands, placements) =>
    writesIn(commands)
      .filter(({ table }) => placements[table] !== undefined)
      .flatMap((write) => rule(write).filter((reason) => reason !== false));

/** The assignments and the condition of ON CONFLICT DO UPDATE. */
function conflictAction({ node }: Write) {
  const { targetList, whereClause } = (node.onConflictClause ?? {}) as Node;
  return { targetList, whereClause };
}

const shardOfRow: Rule = forWrites((write) => {
  const assignments: unknown[] = [conflictAction(write).targetList];
  if (write.kind === 'UPDATE') assignments.push(write.node.targetList);
  const names = inExpression(assignments, 'ResTarget').map(({ name }) => name);
  return [names.includes(DISTRIBUTION_COLUMN) && `${DISTRIBUTION_COLUMN} cannot be set`];
});

const timesOfWrites: Rule = forWrites((write) => {
  const { kind, node } = write;
  const evaluated = kind === 'INSERT' ? [] : [node.targetList, node.whereClause];
  const conflict = conflictAction(write);
  const branches = [
    ...inExpression(evaluated, 'CaseExpr'),
    ...inExpression(evaluated, 'CoalesceExpr'),
  ];
  const source = (node.selectStmt as { SelectStmt?: Node } | undefined)?.SelectStmt ?? {};
  return [
    hasVolatile([evaluated, conflict]) && `a volatile function in ${kind}`,
    branches.some(hasStable) && 'a stable function in CASE or COALESCE',
    hasStable(node.returningClause) && 'a stable function in RETURNING',
    hasStable(conflict) && 'a stable function in DO UPDATE',
    stableCalls(evaluated).some((call) => columnsIn(call).length > 0) &&
      'a stable function of a column',
    !('valuesLists' in source) &&
      inExpression(conflict, 'ParamRef').length > 0 &&
      'a parameter in DO UPDATE of INSERT … SELECT',
  ];
});

const rules: readonly Rule[] = [
  locksOfOneMerchant,
  sublinksOfOneMerchant,
  shardOfRow,
  timesOfWrites,
];

/**
 * Why Citus would refuse a text of SQL, apart from commands that change the schema.
 * @throws SqlError for a text that PostgreSQL cannot parse
 */
export function reasonsToRefuse(sql: string, placements: Placements): string[] {
  const commands = parseCommands(sql);
  return rules.flatMap((rule) => rule(commands, placements));
}

/** The tables stored on every node that a text writes to, which locks them for all merchants. */
export function referenceTablesWrittenBy(sql: string, placements: Placements): string[] {
  return writesIn(parseCommands(sql))
    .map(({ table }) => table)
    .filter((table) => placements[table] === 'reference');
}
