import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './product/build.ts';
import { startProgress } from './progress.ts';
import { stopRequest } from './stop-request.ts';
import { checkSteps } from './test-run/check-steps.ts';
import { e2eStep } from './test-run/e2e-step.ts';
import { add, nothing, type Outcome } from './test-run/outcome.ts';
import type { Step } from './test-run/step.ts';
import { vitestSteps } from './test-run/vitest-steps.ts';

const steps: readonly Step[] = [...checkSteps, ...vitestSteps, e2eStep];
const groups: readonly string[] = [...new Set(steps.map(({ group }) => group))];

const usage = `npm test [-- <step>… [filter…]]

Steps: ${groups.join(', ')}. None named: all of them. What follows is handed to the runner,
for example: npm test -- unit packages/domain
`;

const { say, print } = startProgress();
const signal = stopRequest();
const args = process.argv.slice(2);
const named = new Set(args.slice(0, args.findIndex((arg) => !groups.includes(arg)) >>> 0));
const filters = args.slice(named.size);
const chosen = named.size === 0 ? steps : steps.filter(({ group }) => named.has(group));

async function runStep(step: Step, folder: string): Promise<Outcome> {
  const started = performance.now();
  say(`${step.name}…`);
  const outcome = await step.run({ filters, signal, folder, say }).catch((error: unknown) => {
    print(error instanceof Error ? (error.stack ?? error.message) : String(error));
    return { passed: 0, failed: 1 };
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`${step.name}: ${outcome.passed} passed, ${outcome.failed} failed in ${seconds} s`);
  return outcome;
}

/** Code that tools write; where that fails, the steps that need it will say more. */
async function generate(folder: string): Promise<Outcome> {
  try {
    await build({
      tasks: ['generate', '--continue'],
      logFile: join(folder, 'generate.log'),
      signal,
    });
    return nothing;
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    return { passed: 0, failed: 1 };
  }
}

async function runAll(): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-test-'));
  try {
    let total = await generate(folder);
    for (const step of chosen) {
      if (signal.aborted) break;
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
  const { passed, failed } = await runAll();
  print(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 || signal.aborted ? 1 : 0;
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  print('\n0 passed, 1 failed');
  process.exitCode = 1;
}
// Whatever a step has left open must not keep the command from ending.
process.exit();
