import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { throwawayPostgres } from '../postgres/throwaway-postgres.ts';
import { commands } from '../repository.ts';
import { judged, vitestOutcome } from './outcome.ts';
import { runCommand } from './run-command.ts';
import type { Step, StepContext } from './step.ts';

export async function readReport(file: string): Promise<unknown> {
  return await readFile(file, 'utf8').then(JSON.parse, () => undefined);
}

async function vitest(
  project: 'unit' | 'int',
  { filters, signal, folder }: StepContext,
  env: NodeJS.ProcessEnv = {},
) {
  const report = join(folder, `${project}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['run', '--project', project, ...reporters, ...filters];
  const code = await runCommand(join(commands, 'vitest'), args, { env, signal });
  return judged(vitestOutcome(await readReport(report)), code);
}

export const vitestSteps: readonly Step[] = [
  { name: 'unit tests', group: 'unit', run: (context) => vitest('unit', context) },
  {
    name: 'integration tests',
    group: 'int',
    run: async (context) => {
      const given = process.env.TEST_DATABASE_ADMIN_URL;
      const own = given ? undefined : await throwawayPostgres();
      try {
        return await vitest('int', context, { TEST_DATABASE_ADMIN_URL: own?.adminUrl ?? given });
      } finally {
        await own?.stop();
      }
    },
  },
];
