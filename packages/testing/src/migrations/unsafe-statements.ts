import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { findNodes, type Node, parseCommands } from '../citus/sql-tree.ts';

const squawk = createRequire(import.meta.url).resolve('squawk-cli/js/bin/squawk');
const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** The part of a report of Squawk that is used. */
interface Report {
  /** Starts at 0. */
  readonly line: number;
  readonly rule_name: string;
  readonly message: string;
  readonly help?: string;
}

/** Commands that read or change rows. They take as long as a table is large, and lock what they change. */
const rowCommands: Readonly<Record<string, string>> = {
  UpdateStmt: 'UPDATE',
  DeleteStmt: 'DELETE',
  MergeStmt: 'MERGE',
  TruncateStmt: 'TRUNCATE',
  CopyStmt: 'COPY',
  DoStmt: 'DO',
  LockStmt: 'LOCK',
  VacuumStmt: 'VACUUM',
  ClusterStmt: 'CLUSTER',
  RefreshMatViewStmt: 'REFRESH',
  CreateTableAsStmt: 'CREATE TABLE AS',
};

/** Rules about what an earlier version may still use. Only a statement that names that version may break them. */
const contractRules: ReadonlySet<string> = new Set([
  'ban-drop-column',
  'ban-drop-table',
  'renaming-column',
  'renaming-table',
]);

const IGNORE = /squawk-ignore(?:-file)?\b(.*)/;
const UNUSED_SINCE = /^\s*-- Unused since (\d+\.\d+\.\d+)\b/;

/** The versions in CHANGELOG.md, newest first. */
function readReleases(): string[] {
  const changelog = readFileSync(`${repository}CHANGELOG.md`, 'utf8');
  return [...changelog.matchAll(/^## (\d+\.\d+\.\d+)$/gm)].map(([, version = '']) => version);
}

/**
 * The problems of statements that would lock a large table for long, or break processes of the previous
 * version, which run during the migration: each with its line. Statements about tables of the same migration
 * have none.
 * @param releases the versions since when a migration may say that something is unused
 */
export async function findUnsafeStatements(
  sql: string,
  releases: readonly string[] = readReleases(),
): Promise<string[]> {
  const commands = parseCommands(sql);
  const reports = await runSquawk(sql, commands.length > 1);
  return [
    ...reports.map(
      ({ line, rule_name, message, help }) =>
        `line ${line + 1}: ${rule_name}: ${message}${help ? ` ${help}` : ''}`,
    ),
    ...findIgnoredRules(sql, releases),
    ...commands.flatMap(findRowCommand),
  ];
}

/** A migration of several statements is one transaction. */
async function runSquawk(sql: string, inTransaction: boolean): Promise<Report[]> {
  const args = ['--config', `${repository}.squawk.toml`, '--reporter', 'json'];
  if (inTransaction) args.push('--assume-in-transaction');
  return await new Promise((resolve, reject) => {
    const child = execFile(process.execPath, [squawk, ...args], (error, stdout, stderr) => {
      // It exits with 1 when it reports something.
      if (error && stdout === '') reject(new Error(stderr || error.message));
      else resolve(JSON.parse(stdout) as Report[]);
    });
    child.stdin?.end(sql);
  });
}

/** Comments that turn a rule off without naming a released version that no longer needs what is removed. */
function findIgnoredRules(sql: string, releases: readonly string[]): string[] {
  const lines = sql.split('\n');
  return lines.flatMap((text, index) => {
    const [, rules] = IGNORE.exec(text) ?? [];
    if (rules === undefined) return [];
    const isContract = rules.split(',').every((rule) => contractRules.has(rule.trim()));
    const [, version] = UNUSED_SINCE.exec(lines[index - 1] ?? '') ?? [];
    if (isContract && version !== undefined && releases.includes(version)) return [];
    return [
      `line ${index + 1}: ignored-rule: only ${[...contractRules].join(', ')} may be ignored, below a line such as "-- Unused since ${releases[0]}: reason" with a version in CHANGELOG.md.`,
    ];
  });
}

function findRowCommand(command: Node): string[] {
  const [type = ''] = Object.keys(command);
  const copiesRows =
    type === 'InsertStmt' &&
    findNodes(command, 'SelectStmt').some(({ valuesLists }) => valuesLists === undefined);
  const name = copiesRows ? 'INSERT … SELECT' : rowCommands[type];
  if (!name) return [];
  return [
    `row-command: ${name} changes or locks the rows of a whole table in one transaction. Change rows with a backfill.`,
  ];
}
