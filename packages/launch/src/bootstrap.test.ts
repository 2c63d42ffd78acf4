import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

interface Bootstrap {
  readonly installStamp: (folder: string) => string;
  readonly isInstalled: (folder: string) => boolean;
  readonly writeInstallStamp: (folder: string) => void;
}

// The bootstrap is plain JavaScript, which has no types.
const file = new URL('../bin/bootstrap.mjs', import.meta.url).href;
const { installStamp, isInstalled, writeInstallStamp }: Bootstrap = await import(file);

async function repository(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-stamp-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'packages', 'one'), { recursive: true });
  await mkdir(join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{}');
  await writeFile(join(folder, 'pnpm-lock.yaml'), 'lock');
  await writeFile(join(folder, 'packages', 'one', 'package.json'), '{}');
  return folder;
}

test('a repository counts as installed once the stamp is written', async () => {
  const folder = await repository();
  expect(isInstalled(folder)).toBe(false);
  writeInstallStamp(folder);
  expect(isInstalled(folder)).toBe(true);
});

test.for([
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'packages/one/package.json',
  'e2e/package.json',
])('a change of %s changes the install stamp', async (path) => {
  const folder = await repository();
  const before = installStamp(folder);
  await mkdir(join(folder, 'e2e'), { recursive: true });
  await writeFile(join(folder, path), 'changed');
  expect(installStamp(folder)).not.toBe(before);
});

test('a new source file does not change the install stamp', async () => {
  const folder = await repository();
  const before = installStamp(folder);
  await writeFile(join(folder, 'packages', 'one', 'index.ts'), 'export {};');
  expect(installStamp(folder)).toBe(before);
});
