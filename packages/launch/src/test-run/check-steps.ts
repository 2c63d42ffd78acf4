import { join } from 'node:path';
import { commands } from '../repository.ts';
import { runCommand } from './run-command.ts';
import type { Step } from './step.ts';

/** A check counts as one test. */
function check(name: string, command: string, ...args: string[]): Step {
  return {
    name,
    group: 'check',
    run: async ({ signal }) => {
      const code = await runCommand(command, args, { signal });
      return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
    },
  };
}

const tool = (name: string) => join(commands, name);
const rules = ['--config', '.dependency-cruiser.mjs', 'packages', 'apps', 'e2e', 'bench'];

export const checkSteps: readonly Step[] = [
  check('format and lint', tool('biome'), 'check', '--error-on-warnings', '.'),
  check('types', tool('turbo'), 'run', 'typecheck', '--output-logs=errors-only', '--continue'),
  check('dependency rules', tool('depcruise'), ...rules),
  check('nothing unused', tool('knip')),
];
