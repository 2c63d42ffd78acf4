import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { throwawayPostgres } from '../postgres/throwaway-postgres.ts';
import { commands } from '../repository.ts';
import { checkLicenses } from './check-licenses.ts';
import {
  dependencyOutcome,
  failRunWithoutFailures,
  nothing,
  type Outcome,
  singleOutcome,
} from './outcome.ts';
import { runCommand } from './run-command.ts';

export interface StepContext {
  /** The arguments after the step's name, which the test runner uses to choose files. */
  readonly filters: readonly string[];
  readonly signal: AbortSignal;
  /** A folder for reports, deleted at the end. */
  readonly folder: string;
  readonly log: (line: string) => void;
}

export interface Step {
  readonly name: string;
  /** The argument that selects the step: `npm test -- unit`. */
  readonly group: 'check' | 'unit' | 'int' | 'e2e' | 'bench' | 'chaos' | 'linearizability' | 'fuzz';
  readonly run: (context: StepContext) => Promise<Outcome>;
}

/** A check counts as one test. */
function checkStep(name: string, command: string, ...args: string[]): Step {
  return {
    name,
    group: 'check',
    run: async ({ signal }) => {
      const code = await runCommand(join(commands, command), args, { signal });
      return singleOutcome(name, code === 0);
    },
  };
}

/** Prints the violations and how much was read. */
async function checkDependencies({ signal, folder }: StepContext): Promise<Outcome> {
  const report = join(folder, 'dependencies.json');
  const rules = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json'];
  const folders = ['packages', 'apps', 'examples', 'e2e', 'bench'];
  const args = [...rules, '--output-to', report, ...folders];
  await runCommand(join(commands, 'depcruise'), args, { signal });
  await runCommand(join(commands, 'depcruise-fmt'), ['--output-type', 'err', report], { signal });
  return dependencyOutcome(await readReport(report));
}

export const checkSteps: readonly Step[] = [
  checkStep('format and lint', 'biome', 'check', '--error-on-warnings', '.'),
  checkStep('types', 'turbo', 'run', 'typecheck', '--output-logs=errors-only', '--continue'),
  { name: 'dependency rules', group: 'check', run: checkDependencies },
  checkStep('unused code', 'knip'),
  { name: 'licenses', group: 'check', run: ({ log }) => checkLicenses(log) },
];

/** Reads a JSON report. Undefined if the runner wrote none. */
export async function readReport<Report = unknown>(file: string): Promise<Report | undefined> {
  return await readFile(file, 'utf8').then(JSON.parse, () => undefined);
}

/** Integration tests mostly wait for PostgreSQL and for other processes: one more than the cores. */
const maxWorkers = { unit: availableParallelism(), int: availableParallelism() + 1 };

const outcomeReporter = join(import.meta.dirname, 'outcome-reporter.ts');

async function runVitest(
  project: 'unit' | 'int',
  { filters, signal, folder }: StepContext,
  env: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  const report = join(folder, `${project}.json`);
  const reporters = ['--reporter=default', `--reporter=${outcomeReporter}`];
  const workers = `--maxWorkers=${maxWorkers[project]}`;
  const args = ['run', '--project', project, workers, ...reporters, ...filters];
  // An error while Vitest stops its processes is in no report.
  let errorOutput = '';
  const code = await runCommand(join(commands, 'vitest'), args, {
    env: { ...env, TEST_OUTCOME_FILE: report },
    signal,
    onErrorOutput: (text) => {
      errorOutput = (errorOutput + text).slice(-2_000);
    },
  });
  const outcome = (await readReport<Outcome>(report)) ?? nothing;
  return failRunWithoutFailures(outcome, code, errorOutput);
}

export const vitestSteps: readonly Step[] = [
  { name: 'unit tests', group: 'unit', run: (context) => runVitest('unit', context) },
  {
    name: 'integration tests',
    group: 'int',
    run: async (context) => {
      const given = process.env.TEST_DATABASE_ADMIN_URL;
      const throwaway = given ? undefined : await throwawayPostgres({ inMemory: true });
      const adminUrl = throwaway?.adminUrl ?? given;
      try {
        return await runVitest('int', context, { TEST_DATABASE_ADMIN_URL: adminUrl });
      } finally {
        await throwaway?.stop();
      }
    },
  },
];

/** Compares the speed with that of a minimal server, with generous margins. Counts as one test. */
export const benchStep: Step = {
  name: 'speed',
  group: 'bench',
  run: async ({ signal }) => {
    const code = await runCommand(process.execPath, ['bench/speed/main.ts', '--short'], { signal });
    return singleOutcome('speed', code === 0);
  },
};

/** Runs the product under load while faults happen, for three minutes. Counts as one test. */
export const chaosStep: Step = {
  name: 'chaos',
  group: 'chaos',
  run: async ({ signal, folder }) => {
    // With this seed, payments of subscriptions that had ended were missing once.
    const args = ['--seed', '37', '--minutes', '3', '--report', join(folder, 'chaos')];
    const code = await runCommand(process.execPath, ['bench/chaos/main.ts', ...args], { signal });
    return singleOutcome('chaos', code === 0);
  },
};

/** Runs a script in `bench` that counts as one test. */
const scriptStep = (group: 'linearizability' | 'fuzz', ...options: string[]): Step => ({
  name: group,
  group,
  run: async ({ signal }) => {
    const args = [`bench/${group}/main.ts`, ...options];
    const code = await runCommand(process.execPath, args, { signal });
    return singleOutcome(group, code === 0);
  },
});

/** Checks that concurrent operations are linearizable. */
export const linearizabilityStep = scriptStep('linearizability', '--histories', '120');

/** Gives generated inputs to the parsers and readers of untrusted text. */
export const fuzzStep = scriptStep('fuzz', '--inputs', '100000');
