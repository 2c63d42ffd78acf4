import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@parley/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAlive } from './process-identity.ts';
import { readRun } from './run-file.ts';
import { stopLeftovers } from './stop-leftovers.ts';

let folder: string;
let launcher: ChildProcess;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-guard-'));
});
afterEach(async () => {
  launcher.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** A launcher in small: keeps a record, starts one process, and waits for its end. */
function launch(file: string): ChildProcess {
  const here = JSON.stringify(new URL('.', import.meta.url).href);
  const program = `
    const { keepRunRecord } = await import(${here} + 'run-record.ts');
    const { processStart } = await import(${here} + 'process-identity.ts');
    const { spawn } = await import('node:child_process');
    const record = await keepRunRecord(${JSON.stringify(file)});
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
    record.add({ name: 'child', pid: child.pid, began: await processStart(child.pid), signal: 'SIGTERM' });
    setInterval(() => {}, 1000);`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
}

test('a launcher that is killed takes everything with it', async () => {
  const file = join(folder, 'run.json');
  launcher = launch(file);
  const child = await waitFor(() => readRun(file)?.processes[0]);
  expect(await isAlive(child)).toBe(true);
  expect(await stopLeftovers(file)).toEqual([]);
  expect(await isAlive(child)).toBe(true);
  launcher.kill('SIGKILL');
  await once(launcher, 'exit');
  await waitFor(async () => !(await isAlive(child)), { what: 'the guard' });
  await waitFor(() => readRun(file) === undefined);
});
