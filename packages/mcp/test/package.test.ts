import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const source = join(import.meta.dirname, '..');
const pnpm = join(source, '..', '..', 'node_modules', '.bin', 'pnpm');

test('the packed server installs nothing else, and refuses a live key without showing it', async () => {
  const project = await mkdtemp(join(tmpdir(), 'parley-mcp-'));
  onTestFinished(() => rm(project, { recursive: true, force: true }));
  const tarball = join(project, 'mcp.tgz');
  await run(pnpm, ['pack', '--out', tarball], { cwd: source });
  await writeFile(join(project, 'package.json'), '{"private":true}');
  await run(pnpm, ['add', '--offline', '--ignore-workspace', tarball], { cwd: project });
  const installed = await readdir(join(project, 'node_modules'));
  expect(installed.filter((name) => !name.startsWith('.'))).toEqual(['@parley']);
  const env = {
    PATH: process.env.PATH,
    PARLEY_API_URL: 'http://127.0.0.1:9/v1',
    PARLEY_SECRET_KEY: 'sk_live_1234',
  };
  const command = join(project, 'node_modules', '.bin', 'parley-mcp');
  const { code, stdout, stderr } = await run(command, { env }).catch((error) => error);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^parley-mcp: PARLEY_SECRET_KEY is a key of live mode\. .* sk_test_…\.\n$/,
  );
  expect(stderr).not.toContain('1234');
});
