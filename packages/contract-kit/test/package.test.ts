import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { secret, startReceiver } from './receivers.ts';

const run = promisify(execFile);
const source = join(import.meta.dirname, '..');
const pnpm = join(source, '..', '..', 'node_modules', '.bin', 'pnpm');

test('the packed command reports what a receiver breaks, and exits with 1', async () => {
  const project = await mkdtemp(join(tmpdir(), 'parley-contract-kit-'));
  onTestFinished(() => rm(project, { recursive: true, force: true }));
  const tarball = join(project, 'kit.tgz');
  await run(pnpm, ['pack', '--out', tarball], { cwd: source });
  await writeFile(join(project, 'package.json'), '{"private":true}');
  await run(pnpm, ['add', '--offline', '--ignore-workspace', tarball], { cwd: project });
  const { url, fulfilledUrl } = await startReceiver({ storesIdLate: true });
  const junit = join(project, 'junit.xml');
  const command = join(project, 'node_modules', '.bin', 'parley-contract-kit');
  const args = ['--url', url, '--fulfilled-url', fulfilledUrl, '--junit', junit];
  const env = { ...process.env, PARLEY_SIGNING_SECRET: secret };
  const { code, stdout } = await run(command, args, { env }).then(
    () => ({ code: 0, stdout: '' }),
    (error: { code: number; stdout: string }) => error,
  );
  expect(stdout).toMatch(/^BROKEN {2}fulfills once if an event arrives four times at once$/m);
  expect(stdout).toMatch(/^\d+ rules kept, 1 broken$/m);
  expect(code).toBe(1);
  expect(await readFile(junit, 'utf8')).toContain('failures="1"');
});
