import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@parley/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAlive, type ProcessIdentity } from './process-group.ts';
import type { RunningProcess } from './run-record.ts';
import { type ProcessSpec, restartDelay, type Supervised, supervise } from './supervise.ts';

let folder: string;
let started: RunningProcess[];
let lines: string[];
let errors: string[];
let failures: Error[];
let current: Supervised | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-supervise-'));
  started = [];
  lines = [];
  errors = [];
  failures = [];
});
afterEach(async () => {
  await current?.stop();
  await rm(folder, { recursive: true, force: true });
});

interface RunOptions {
  readonly graceMs?: number;
  readonly command?: string;
  readonly mayFail?: boolean;
  readonly output?: ProcessSpec['output'];
}

/** Supervises a small Node program that is ready once it has written the file READY. */
function run(program: string, options: RunOptions = {}) {
  const { graceMs = 5_000, command = process.execPath, mayFail = true } = options;
  const readyFile = join(folder, 'ready');
  current = supervise(
    {
      name: 'fake',
      command,
      args: ['-e', program],
      env: { ...process.env, READY: readyFile, CHILD_PID: join(folder, 'child-pid') },
      cwd: folder,
      isReady: () =>
        readFile(readyFile).then(
          () => true,
          () => false,
        ),
      stopSignal: 'SIGTERM',
      // A folder that does not exist, such as one that was deleted before a restart.
      output: options.output ?? join(folder, 'logs', 'fake.log'),
    },
    {
      record: { add: (one) => started.push(one), remove: () => {} },
      log: (line, stream) => {
        lines.push(line);
        if (stream === 'stderr') errors.push(line);
      },
      onFailure: mayFail ? (error) => failures.push(error) : undefined,
      readyTimeoutMs: 10_000,
      graceMs,
      pause: async () => {},
    },
  );
  return current;
}

const becomeReady = "require('fs').writeFileSync(process.env.READY, '');";
const stay = 'setInterval(() => {}, 1000);';

function last(): ProcessIdentity {
  const one = started.at(-1);
  if (one === undefined) throw new Error('no process was started');
  return one;
}

test('waits for readiness and stops the process', async () => {
  const fake = run(`${becomeReady}${stay}`);
  await fake.ready;
  expect(await isAlive(last())).toBe(true);
  await fake.stop();
  expect(await isAlive(last())).toBe(false);
  expect(lines).toEqual([]);
});

test('restarts a killed process and logs it as an error', async () => {
  const fake = run(`${becomeReady}${stay}`);
  await fake.ready;
  process.kill(last().pid, 'SIGKILL');
  await waitFor(() => lines.includes('fake is ready again.'));
  expect(started).toHaveLength(2);
  const exit = 'fake exited (SIGKILL). Restarting it in 1 s.';
  expect(lines).toEqual([exit, 'fake is ready again.']);
  expect(errors).toEqual([exit]);
});

test('fails after five exits before it was ready, and shows the end of the log file', async () => {
  const fake = run("console.log('no luck'); process.exit(3)");
  const file = join(folder, 'logs', 'fake.log');
  const end = 'no luck\n'.repeat(5).trimEnd();
  await expect(fake.ready).rejects.toThrow(
    `fake exited 5 times (exit code 3). The end of its log (${file}):\n${end}`,
  );
  // Not `started`: a process that has exited before its start time was read is not recorded.
  expect(lines.filter((line) => line.includes('Restarting it'))).toHaveLength(4);
  expect(failures).toHaveLength(1);
});

test('restarts a process that was ready, or may not fail, however often it exits', async () => {
  const restarts = () => lines.filter((line) => line.includes('Restarting it')).length;
  run(`${becomeReady}setTimeout(() => process.exit(3), 100);`);
  await waitFor(() => restarts() > 6);
  await current?.stop();
  lines = [];
  const fake = run('process.exit(3)', { mayFail: false });
  await waitFor(() => restarts() > 6);
  await fake.stop();
  expect(failures).toEqual([]);
});

test('passes on each line of the output', async () => {
  const printed: string[] = [];
  const fake = run(`console.log('one\\ntwo'); console.error('three'); ${becomeReady}${stay}`, {
    output: (line, stream) => printed.push(`${stream} ${line}`),
  });
  await fake.ready;
  await waitFor(() => printed.length === 3);
  expect(printed.toSorted()).toEqual(['stderr three', 'stdout one', 'stdout two']);
});

test('fails in the same way when the command does not exist', async () => {
  const fake = run('', { command: join(folder, 'no-such-command') });
  await expect(fake.ready).rejects.toThrow('ENOENT');
});

test('kills a process that ignores SIGTERM, and its children in a group of their own', async () => {
  const child =
    "require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true })";
  const report = "require('fs').writeFileSync(process.env.CHILD_PID, String(child.pid));";
  const fake = run(
    `process.on('SIGTERM', () => {}); const child = ${child}; ${report}${becomeReady}${stay}`,
    { graceMs: 100 },
  );
  await fake.ready;
  const childPid = Number(await readFile(join(folder, 'child-pid'), 'utf8'));
  await fake.stop();
  expect(lines).toEqual(['fake did not stop in time and was killed.']);
  expect(await isAlive(last())).toBe(false);
  await waitFor(() => {
    try {
      return process.kill(childPid, 0) && false;
    } catch {
      return true;
    }
  });
});

test('leaves no process when stopped during the start', async () => {
  const fake = run(stay);
  await fake.stop();
  await expect(fake.ready).rejects.toThrow('was stopped');
  for (const one of started) expect(await isAlive(one)).toBe(false);
});

test('doubles the restart delay from 1 s to at most 30 s', () => {
  expect([1, 2, 3, 4, 5, 6, 100].map(restartDelay)).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
});
