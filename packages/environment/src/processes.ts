import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { z } from 'zod';
import {
  type EnvironmentProblem,
  type EnvironmentSource,
  formatProblems,
  NOT_SET,
  parseEnvironment,
  readFiles,
} from './read-environment.ts';

/** The folder of the repository. */
export const repository = join(import.meta.dirname, '../../..');

/** The environment variables that a process reads. */
export interface ProcessEnvironment {
  /** The name of the app, or start for `npm start`. */
  readonly name: string;
  readonly schema: z.ZodObject;
}

/** The schema `environment` that each process exports from its `env.ts`. */
export async function loadProcesses(): Promise<readonly ProcessEnvironment[]> {
  const files = globSync(['apps/*/src/env.ts', 'packages/launch/src/env.ts'], { cwd: repository });
  return await Promise.all(
    files.toSorted().map(async (file) => {
      const folder = basename(dirname(dirname(file)));
      const { environment } = await import(/* @vite-ignore */ join(repository, file));
      return { name: folder === 'launch' ? 'start' : folder, schema: environment };
    }),
  );
}

const variablesOf = ({ schema }: ProcessEnvironment) => Object.keys(schema.shape);

/**
 * Reads the files that variables of any process name.
 * @throws Error that names every file that was not read
 */
export async function resolveEnvironment(
  source: EnvironmentSource,
): Promise<Record<string, string>> {
  const names = (await loadProcesses()).flatMap(variablesOf);
  const { values, problems } = readFiles([...new Set(names)], source);
  if (problems.length > 0) throw new Error(formatProblems(problems));
  return values;
}

/** Returns a function that removes the secrets from an environment that a process does not read itself. */
export async function createSecretFilter() {
  const processes = await loadProcesses();
  const secrets = processes.flatMap(({ schema }) =>
    Object.entries<z.ZodType>(schema.shape).flatMap(([name, variable]) =>
      variable.meta()?.secret === true ? [name] : [],
    ),
  );
  return (process: string, env: EnvironmentSource): EnvironmentSource => {
    const own = processes.filter(({ name }) => name === process).flatMap(variablesOf);
    const isForeign = (name: string) => secrets.includes(name) && !own.includes(name);
    return Object.fromEntries(Object.entries(env).filter(([name]) => !isForeign(name)));
  };
}

/** A variable that some processes cannot start with. */
export interface ProcessProblem extends EnvironmentProblem {
  readonly processes: readonly string[];
}

/**
 * Checks the environment for several processes, as each of them does when it starts. A variable that is not set is
 * one problem: some processes need it, and others refuse its default.
 */
export async function checkProcesses(
  names: readonly string[],
  source: EnvironmentSource,
): Promise<readonly ProcessProblem[]> {
  const found = new Map<string, ProcessProblem>();
  const isSet = (name: string) => Boolean(source[name] || source[`${name}_FILE`]);
  for (const { name: process, schema } of await loadProcesses()) {
    if (!names.includes(process)) continue;
    for (const problem of parseEnvironment(schema, source).problems) {
      const { name } = problem;
      const key = isSet(name) ? `${name} ${problem.message}` : name;
      const { processes = [], message = problem.message } = found.get(key) ?? {};
      found.set(key, {
        name,
        message: problem.message.startsWith(NOT_SET) ? problem.message : message,
        processes: [...processes, process],
      });
    }
  }
  return [...found.values()];
}
