import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './product/build.ts';
import { startProgress, stopRequest } from './terminal.ts';
import { e2eStep } from './test-run/e2e-step.ts';
import { add, nothing, type Outcome, singleOutcome } from './test-run/outcome.ts';
import {
  benchStep,
  chaosStep,
  checkSteps,
  fuzzStep,
  linearizabilityStep,
  type Step,
  vitestSteps,
} from './test-run/steps.ts';

/** Steps that run only if they are named, or in a full run. */
const fullSteps: ReadonlySet<Step> = new Set([benchStep, chaosStep, linearizabilityStep, fuzzStep]);
const steps: readonly Step[] = [...checkSteps, ...vitestSteps, e2eStep, ...fullSteps];
const groups: readonly string[] = [...new Set(steps.map(({ group }) => group))];

const usage = `npm test [-- <step>… [filter…]]

Steps: ${groups.join(', ')}. Without a step, all of them run; bench, chaos,
linearizability and fuzz only if TEST_SCALE is more than 1.
Filters choose test files, for example: npm test -- unit packages/domain

Environment variables:
  CHROMIUM_PATH             the browser for e2e (otherwise: Chromium or Chrome on the PATH, else installed)
  TEST_DATABASE_ADMIN_URL   use this Postgres for int instead of a temporary one
  TEST_SCALE                multiplies generated requests and model sequences, at least 1; more than 1 runs every
                            combination of payment paths; npm run test:full sets 20
  TMPDIR                    the folder of the test databases (otherwise: memory, if 8 GB of it are available)
`;

const { log, print } = startProgress();
const signal = stopRequest();
const args = process.argv.slice(2);
const named = new Set(args.slice(0, args.findIndex((arg) => !groups.includes(arg)) >>> 0));
const filters = args.slice(named.size);
const isFull = Number(process.env.TEST_SCALE ?? 1) > 1;
const standard = steps.filter((step) => isFull || !fullSteps.has(step));
const chosen = named.size === 0 ? standard : steps.filter(({ group }) => named.has(group));

async function runStep(step: Step, folder: string): Promise<Outcome> {
  const started = performance.now();
  log(`${step.name}…`);
  const outcome = await step.run({ filters, signal, folder, log }).catch((error: unknown) => {
    print(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return singleOutcome(step.name, false);
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { passed, failures } = outcome;
  log(`${step.name}: ${passed} passed, ${failures.length} failed in ${seconds} s`);
  return outcome;
}

/** Programs that integration tests start. The prebuild leaves them out: it would replace files of running processes. */
const programs = ['@parley/api', '@parley/worker'];

/** Generates code and builds what integration tests start. The other steps run even if this fails. */
async function generate(folder: string): Promise<Outcome> {
  const needsPrograms = chosen.some(({ group }) => group === 'int');
  try {
    await build({
      tasks: [
        'generate',
        ...(needsPrograms ? programs.map((name) => `${name}#build`) : []),
        '--continue',
      ],
      logFile: join(folder, 'generate.log'),
      signal,
    });
    return nothing;
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    return singleOutcome('generated code', false);
  }
}

/** Builds the apps for the e2e step, which builds again and reports the error if this fails. */
async function prebuild(folder: string): Promise<void> {
  const logFile = join(folder, 'build.log');
  const tasks = ['build', ...programs.map((name) => `--filter=!${name}`)];
  await build({ tasks, logFile, signal, lowPriority: true }).catch(() => {});
}

async function runAll(): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-test-'));
  try {
    let total = await generate(folder);
    const needsBuild = chosen.includes(e2eStep);
    let built: Promise<void> | undefined;
    for (const step of chosen) {
      if (signal.aborted) break;
      // Integration tests mostly wait, so the build costs them little.
      if (needsBuild && step.group === 'int') built = prebuild(folder);
      if (step === e2eStep) await built;
      total = add(total, await runStep(step, folder));
    }
    return total;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (args.includes('--help') || (named.size === 0 && filters.length > 0)) {
  print(usage);
  process.exit(args.includes('--help') ? 0 : 1);
}
try {
  const { passed, failures } = await runAll();
  // Thousands of lines may follow what a test has printed.
  if (failures.length > 0) print(`\nFailed:\n${failures.map((line) => `  ${line}`).join('\n')}`);
  print(`\n${passed} passed, ${failures.length} failed`);
  process.exitCode = failures.length > 0 || passed === 0 || signal.aborted ? 1 : 0;
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  print('\n0 passed, 1 failed');
  process.exitCode = 1;
}
// Open timers and sockets of a step must not keep this process alive.
process.exit();
