import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** PostgreSQL writes its log to a file whose name it returns. */
export const captureSettings = { logging_collector: 'on', log_line_prefix: '%m ' };

/** A statement as PostgreSQL received it. */
export interface CapturedStatement {
  readonly text: string;
  /** The values of $1, $2, …; null for NULL. */
  readonly parameters: readonly (string | null)[];
}

/** Returns the prepared statements that PostgreSQL executes while `work` runs. */
export async function captureStatements(
  adminUrl: string,
  work: () => Promise<void>,
): Promise<CapturedStatement[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const setLog = async (value: string) => {
    await client.query(`ALTER SYSTEM SET log_statement = '${value}'`);
    await client.query('SELECT pg_reload_conf()');
    // Every server process reads the setting before its next statement; this one shows when it is there.
    while ((await client.query('SHOW log_statement')).rows[0]?.log_statement !== value);
  };
  try {
    const { rows } = await client.query<{ folder: string; file: string }>(
      `SELECT current_setting('data_directory') AS folder, pg_current_logfile() AS file`,
    );
    const file = join(rows[0]?.folder ?? '', rows[0]?.file ?? '');
    await setLog('all');
    const { size } = await stat(file);
    await work();
    await setLog('none');
    const log = await readFile(file);
    return parseLog(log.subarray(size).toString());
  } finally {
    await client.end();
  }
}

/** Reads statements with their parameters. Further lines of an entry begin with a tab. */
function parseLog(log: string): CapturedStatement[] {
  const entries = log
    .replaceAll('\n\t', '\n')
    .split(/^\d{4}-\d\d-\d\d \S+ \S+ (?=[A-Z]+: {2})/m)
    .map((entry) => entry.trimEnd());
  return entries.flatMap((entry, i) => {
    const text = /^LOG: {2}execute [^:]+: ([\s\S]+)$/.exec(entry)?.[1];
    const detail = /^DETAIL: {2}Parameters: ([\s\S]+)$/.exec(entries[i + 1] ?? '')?.[1] ?? '';
    return text === undefined ? [] : [{ text, parameters: parseParameters(detail) }];
  });
}

/** Parses `$1 = 'it''s', $2 = NULL`. */
function parseParameters(detail: string): (string | null)[] {
  return [...detail.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(([, value]) =>
    value === undefined ? null : value.replaceAll("''", "'"),
  );
}
