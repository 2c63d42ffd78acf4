import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commands, repository } from '../repository.ts';

/** Runs test files in a new folder with Vitest, and returns the outcome that the reporter has written. */
async function runFiles(files: Readonly<Record<string, string>>): Promise<unknown> {
  const cache = join(repository, 'node_modules', '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'outcome-'));
  try {
    for (const [name, text] of Object.entries({
      ...files,
      'vitest.config.mjs': 'export default {};',
    }))
      await writeFile(join(folder, name), text);
    const outcome = join(folder, 'outcome.json');
    const reporter = join(import.meta.dirname, 'outcome-reporter.ts');
    const args = ['run', '--root', folder, `--reporter=${reporter}`];
    const env = { ...process.env, TEST_OUTCOME_FILE: outcome };
    await new Promise((resolve) => execFile(join(commands, 'vitest'), args, { env }, resolve));
    return JSON.parse(await readFile(outcome, 'utf8'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('names failed tests, failed hooks, files that do not load, and errors that no test has caught', async () => {
  const imports = "import { afterAll, describe, expect, test } from 'vitest';";
  expect(
    await runFiles({
      'a.test.js': `${imports}
        test('adds', () => expect(1 + 1).toBe(2));
        describe('a group', () => test('fails', () => expect(1).toBe(2)));`,
      'hook.test.js': `${imports}
        test('passes', () => {});
        afterAll(() => { throw new Error('not closed'); });`,
      'load.test.js': "throw new Error('not loaded');",
      'uncaught.test.js': `${imports}
        test('ends before', async () => {
          void Promise.reject(new Error('late'));
          await new Promise((resolve) => setTimeout(resolve, 20));
        });`,
    }),
  ).toEqual({
    passed: 3,
    failures: [
      'a.test.js > a group > fails: expected 1 to be 2 // Object.is equality (line 3)',
      'hook.test.js: not closed',
      'load.test.js: not loaded',
      'uncaught error: late',
    ],
  });
});
