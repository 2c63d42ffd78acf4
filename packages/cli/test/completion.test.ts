import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scenarios } from '../src/commands/trigger.ts';

const run = promisify(execFile);
const main = join(import.meta.dirname, '../src/main.ts');

let folder: string;
let env: NodeJS.ProcessEnv;
let completion: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-completion-'));
  const script = `#!/bin/sh\nexec ${process.execPath} ${main} "$@"\n`;
  await writeFile(join(folder, 'parley'), script, { mode: 0o755 });
  env = { PATH: `${folder}${delimiter}${process.env.PATH}` };
  ({ stdout: completion } = await run('parley', ['completion', 'bash'], { env }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Completes the last word of a command line as bash does. */
async function complete(line: string): Promise<string[]> {
  const code = `${completion}
    read -ra COMP_WORDS <<< ${JSON.stringify(line)}
    [[ ${JSON.stringify(line)} == *' ' ]] && COMP_WORDS+=('')
    COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
    _parley parley
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['-c', code], { env });
  return stdout.split('\n').filter(Boolean);
}

test('bash completes commands, options, scenarios and cards', async () => {
  expect(await complete('parley se')).toEqual(['sessions']);
  expect(await complete('parley trigger ')).toEqual([...Object.keys(scenarios), '--help']);
  expect(await complete('parley requests tail --s')).toEqual(['--status', '--session']);
  expect(await complete('parley sessions pay --card set')).toEqual([
    'settles_later',
    'settles_later_fails',
  ]);
  // The value of this option is the user's own.
  expect(await complete('parley listen --forward-to ')).toEqual([]);
});
