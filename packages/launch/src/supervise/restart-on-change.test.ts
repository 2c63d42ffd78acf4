import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { waitFor } from '@parley/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

const command = join(import.meta.dirname, 'restart-on-change.ts');

let folder: string;
let watcher: ChildProcess;
let output: string;

/** A program that prints all files in `src/parts` with their contents, and stays. */
const program = `
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
const list = readdirSync('src/parts', { recursive: true, withFileTypes: true });
const files = list.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
const parts = files.sort().map((file) => file.slice('src/parts/'.length) + '=' + readFileSync(file, 'utf8'));
console.log('started with ' + parts.join(' ') + ';');
setInterval(() => {}, 1000);
`;

/** Writes a file under another name and renames it over the one at `path`, as git and editors do. */
async function replace(path: string, text: string): Promise<void> {
  const temporary = join(folder, 'temporary');
  await writeFile(temporary, text);
  await rename(temporary, join(folder, path));
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

/** Waits until the program has started with these files since the last call. */
async function started(files: string): Promise<void> {
  const line = `started with ${files};\n`;
  await waitFor(() => output.includes(line), { what: line, timeoutMs: 50_000 });
  output = output.slice(output.lastIndexOf(line) + line.length);
}

async function printed(text: string): Promise<void> {
  await waitFor(() => output.includes(text), { what: text, timeoutMs: 50_000 });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-restart-'));
  await write('src/main.mjs', program);
  await write('src/parts/a', '0');
  output = '';
  watcher = spawn(process.execPath, [command, '--watch=src', '--', 'src/main.mjs'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [watcher.stdout, watcher.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  await started('a=0');
});
afterEach(async () => {
  if (watcher.exitCode === null) {
    const exited = once(watcher, 'exit');
    watcher.kill();
    await exited;
  }
  await rm(folder, { recursive: true, force: true });
});

test('restarts the program each time a rename replaces a file, and after a write', async () => {
  for (let version = 1; version <= 8; version++) {
    await replace('src/parts/a', String(version));
    await started(`a=${version}`);
  }
  await write('src/parts/a', 'written');
  await started('a=written');
});

test('restarts the program after a file is deleted and created again', async () => {
  for (const version of [1, 2]) {
    await rm(join(folder, 'src/parts/a'));
    await started('');
    await write('src/parts/a', String(version));
    await started(`a=${version}`);
  }
});

test('restarts the program after changes in new folders', async () => {
  await write('src/parts/b/c/d', '1');
  await printed('b/c/d=1;');
  for (const version of [2, 3]) {
    await replace('src/parts/b/c/d', String(version));
    await printed(`b/c/d=${version};`);
  }
});

test('restarts the program after a rename replaces a folder', async () => {
  for (const version of [1, 2]) {
    await write('next/a', `next ${version}`);
    await rename(join(folder, 'src/parts'), join(folder, `previous ${version}`));
    await rename(join(folder, 'next'), join(folder, 'src/parts'));
    await printed(`a=next ${version};`);
    await replace('src/parts/a', `replaced ${version}`);
    await printed(`a=replaced ${version};`);
  }
});

test('restarts the program after the watched folder itself is replaced', async () => {
  await write('next/main.mjs', program);
  await write('next/parts/a', '1');
  await rename(join(folder, 'src'), join(folder, 'previous'));
  await rename(join(folder, 'next'), join(folder, 'src'));
  await started('a=1');
  await replace('src/parts/a', '2');
  await started('a=2');
});

test('starts a program that failed again on the next change', async () => {
  await replace('src/main.mjs', 'throw new Error("no such setting");');
  await printed('The program failed (exit code 1). It starts again on the next change.\n');
  await replace('src/main.mjs', program);
  await started('a=0');
});

test('ends the program when it is stopped', async () => {
  await replace(
    'src/main.mjs',
    "console.log('pid ' + process.pid + ';'); setInterval(() => {}, 1000);",
  );
  await printed(';\n');
  const pid = Number(/pid (\d+);/.exec(output)?.[1]);
  watcher.kill();
  await once(watcher, 'exit');
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
