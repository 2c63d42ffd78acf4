import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

interface InstallStamp {
  readonly installStamp: (repository: string) => string;
  readonly isStamped: (repository: string, stamp: string) => boolean;
  readonly writeStamp: (repository: string, stamp: string) => void;
}

// The bootstrap is plain JavaScript, which carries no types.
const file = new URL('../bin/install-stamp.mjs', import.meta.url).href;
const { installStamp, isStamped, writeStamp }: InstallStamp = await import(file);

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

test('is unknown until written, and then known', async () => {
  const folder = await repository();
  const stamp = installStamp(folder);
  expect(isStamped(folder, stamp)).toBe(false);
  writeStamp(folder, stamp);
  expect(isStamped(folder, installStamp(folder))).toBe(true);
});

test.for([
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'packages/one/package.json',
  'e2e/package.json',
])('changes with %s', async (path) => {
  const folder = await repository();
  const before = installStamp(folder);
  await mkdir(join(folder, 'e2e'), { recursive: true });
  await writeFile(join(folder, path), 'changed');
  expect(installStamp(folder)).not.toBe(before);
});

test('sources leave it alone', async () => {
  const folder = await repository();
  const before = installStamp(folder);
  await writeFile(join(folder, 'packages', 'one', 'index.ts'), 'export {};');
  expect(installStamp(folder)).toBe(before);
});
