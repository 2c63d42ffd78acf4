import { readFileSync } from 'node:fs';
import type { z } from 'zod';

export type EnvironmentSource = Readonly<Record<string, string | undefined>>;

/** A variable that a process cannot start with. */
export interface EnvironmentProblem {
  readonly name: string;
  /** What is wrong and what is accepted, never the value. */
  readonly message: string;
}

/** The reason of the operating system why a file cannot be read. */
const getReason = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/**
 * Reads `<NAME>_FILE`, the path of a file that contains the value of a variable. One newline at its end is
 * removed. An empty variable counts as not set.
 * @returns the variables without those that name a file, and why a file was not read
 */
export function readFiles(names: readonly string[], source: EnvironmentSource) {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(source)) if (value) values[name] = value;
  const problems: EnvironmentProblem[] = [];
  for (const name of names) {
    const variable = `${name}_FILE`;
    const path = values[variable];
    if (path === undefined) continue;
    delete values[variable];
    const report = (message: string) => problems.push({ name: variable, message });
    if (values[name] !== undefined) {
      report(`must not be set together with ${name}. Remove one of them.`);
      continue;
    }
    try {
      const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
      if (value === '') report(`${path} is empty. Write the value of ${name} into it.`);
      else values[name] = value;
    } catch (error) {
      report(`${path} cannot be read (${getReason(error)}). Correct the path or its permissions.`);
    }
  }
  return { values, problems };
}

/** What a schema without a message of its own accepts. */
const explainIssue: z.core.$ZodErrorMap = (issue) => {
  const unit = issue.origin === 'string' ? ' characters long' : '';
  switch (issue.code) {
    case 'invalid_value':
      return `must be ${issue.values.join(' or ')}`;
    case 'too_small':
      return `must be at least ${issue.minimum}${unit}`;
    case 'too_big':
      return `must be at most ${issue.maximum}${unit}`;
    case 'invalid_type':
      return issue.expected === 'int' ? 'must be an integer' : 'must be a number';
    default:
      return undefined;
  }
};

/** How the message of a missing variable begins. */
export const NOT_SET = 'is not set.';

/** Parses environment variables and those that name a file. Reports every variable that is not valid. */
export function parseEnvironment<Schema extends z.ZodObject>(
  schema: Schema,
  source: EnvironmentSource,
): {
  readonly data: z.output<Schema> | undefined;
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly EnvironmentProblem[];
} {
  const { values, problems } = readFiles(Object.keys(schema.shape), source);
  const result = schema.safeParse(values, { error: explainIssue });
  for (const { code, path, message } of result.error?.issues ?? []) {
    const name = path.map(String).join('.');
    if (problems.some((problem) => problem.name === `${name}_FILE`)) continue;
    const isMissing = code !== 'custom' && values[name] === undefined;
    const { description } = (schema.shape[name] as z.ZodType | undefined) ?? {};
    problems.push({ name, message: isMissing ? `${NOT_SET} ${description ?? ''}` : message });
  }
  return { data: problems.length === 0 ? result.data : undefined, values, problems };
}

/** One line for each variable. */
export const formatProblems = (problems: readonly EnvironmentProblem[]): string =>
  problems.map(({ name, message }) => `  ${name}: ${message}`).join('\n');

/**
 * Parses environment variables. An empty variable counts as not set.
 * @throws Error that names each invalid variable and what it accepts, never its value
 */
export function readEnvironment<Schema extends z.ZodObject>(
  schema: Schema,
  source: EnvironmentSource,
): z.output<Schema> {
  const { data, problems } = parseEnvironment(schema, source);
  if (data !== undefined) return data;
  throw new Error(
    `Invalid environment variables, see docs/configuration.md:\n${formatProblems(problems)}`,
  );
}

/**
 * Parses the environment of this process. If it is invalid, prints a line for each variable and exits with
 * 1. Variables from files are set in `process.env`, for libraries that read it.
 */
export function requireEnvironment<Schema extends z.ZodObject>(
  process: string,
  schema: Schema,
): z.output<Schema> {
  const { env, stderr, exit } = globalThis.process;
  const { data, values, problems } = parseEnvironment(schema, env);
  if (data === undefined) {
    const title = `${process}: invalid environment variables, see docs/configuration.md:`;
    stderr.write(`${title}\n${formatProblems(problems)}\n`);
    return exit(1);
  }
  for (const name of Object.keys(schema.shape)) {
    if (!env[`${name}_FILE`]) continue;
    delete env[`${name}_FILE`];
    env[name] = values[name];
  }
  return data;
}
