import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@parley/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAlive } from './process-group.ts';
import { readRun, stopOrphans } from './run-record.ts';

let folder: string;
let launcher: ChildProcess;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-watchdog-'));
});
afterEach(async () => {
  launcher.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** A minimal launcher: opens a record, starts one process and waits. */
function launch(file: string): ChildProcess {
  const here = JSON.stringify(new URL('.', import.meta.url).href);
  const program = `
    const { openRunRecord } = await import(${here} + 'run-record.ts');
    const { processStartTime } = await import(${here} + 'process-group.ts');
    const { spawn } = await import('node:child_process');
    const record = await openRunRecord(${JSON.stringify(file)});
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
    record.add({ name: 'child', pid: child.pid, startTime: await processStartTime(child.pid), stopSignal: 'SIGTERM' });
    setInterval(() => {}, 1000);`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
}

test('stops every process after the launcher is killed, and none before', async () => {
  const file = join(folder, 'run.json');
  launcher = launch(file);
  const child = await waitFor(() => readRun(file)?.processes[0]);
  expect(await isAlive(child)).toBe(true);
  expect(await stopOrphans(file)).toEqual([]);
  expect(await isAlive(child)).toBe(true);
  launcher.kill('SIGKILL');
  await once(launcher, 'exit');
  await waitFor(async () => !(await isAlive(child)), { what: 'the watchdog' });
  await waitFor(() => readRun(file) === undefined);
});
