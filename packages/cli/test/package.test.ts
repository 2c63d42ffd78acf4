import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const source = join(import.meta.dirname, '..');
const pnpm = join(source, '..', '..', 'node_modules', '.bin', 'pnpm');

test('the packed command installs nothing else, and runs in an empty project', async () => {
  const project = await mkdtemp(join(tmpdir(), 'parley-cli-'));
  onTestFinished(() => rm(project, { recursive: true, force: true }));
  const tarball = join(project, 'cli.tgz');
  await run(pnpm, ['pack', '--out', tarball], { cwd: source });
  await writeFile(join(project, 'package.json'), '{"private":true}');
  await run(pnpm, ['add', '--offline', '--ignore-workspace', tarball], { cwd: project });
  const installed = await readdir(join(project, 'node_modules'));
  expect(installed.filter((name) => !name.startsWith('.'))).toEqual(['@parley']);
  const { stdout } = await run(join(project, 'node_modules', '.bin', 'parley'), ['--help']);
  expect(stdout).toMatch(/^Usage: parley /);
  const licenses = join(project, 'node_modules/@parley/cli/dist/THIRD-PARTY-LICENSES.txt');
  expect(await readFile(licenses, 'utf8')).toMatch(
    /^commander [\d.]+: MIT\n\n\(The MIT License\)\n\nCopyright /m,
  );
});
