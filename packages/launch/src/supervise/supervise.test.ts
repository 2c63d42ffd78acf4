import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@parley/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAlive, type ProcessIdentity } from './process-identity.ts';
import type { RunningProcess } from './run-file.ts';
import { type Supervised, supervise } from './supervise.ts';

let folder: string;
let started: RunningProcess[];
let said: string[];
let givenUp: Error[];
let current: Supervised | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-supervise-'));
  started = [];
  said = [];
  givenUp = [];
});
afterEach(async () => {
  await current?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a small Node program that is ready once it has written the file READY. */
function run(program: string, graceMs = 5_000): Supervised {
  const readyFile = join(folder, 'ready');
  current = supervise(
    {
      name: 'fake',
      command: process.execPath,
      args: ['-e', program],
      env: { ...process.env, READY: readyFile, COUNT: join(folder, 'count') },
      cwd: folder,
      ready: () =>
        readFile(readyFile).then(
          () => true,
          () => false,
        ),
      stopSignal: 'SIGTERM',
      logFile: join(folder, 'fake.log'),
    },
    {
      record: { add: (one) => started.push(one), remove: () => {} },
      say: (line) => said.push(line),
      onGivenUp: (error) => givenUp.push(error),
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
  if (one === undefined) throw new Error('nothing was started');
  return one;
}

test('is ready when it says so, and stops when asked', async () => {
  const fake = run(`${becomeReady}${stay}`);
  await fake.ready;
  expect(await isAlive(last())).toBe(true);
  await fake.stop();
  expect(await isAlive(last())).toBe(false);
  expect(said).toEqual([]);
});

test('starts it again when it is killed, and says so', async () => {
  const fake = run(`${becomeReady}${stay}`);
  await fake.ready;
  process.kill(last().pid, 'SIGKILL');
  await waitFor(() => said.includes('fake is back.'));
  expect(started).toHaveLength(2);
  expect(said[0]).toBe('fake died (SIGKILL); starting it again in 1 s.');
});

test('gives up after five deaths and points to the log', async () => {
  const fake = run("console.log('no luck'); process.exit(3)");
  await expect(fake.ready).rejects.toThrow('fake keeps dying (exit code 3)');
  expect(started).toHaveLength(5);
  expect(givenUp[0]?.message).toContain(join(folder, 'fake.log'));
  expect(await readFile(join(folder, 'fake.log'), 'utf8')).toBe('no luck\n'.repeat(5));
});

test('a command that is not there is given up in the same way', async () => {
  await writeFile(join(folder, 'none'), '');
  const fake = supervise(
    {
      name: 'none',
      command: join(folder, 'no-such-command'),
      args: [],
      env: {},
      cwd: folder,
      ready: async () => false,
      stopSignal: 'SIGTERM',
      logFile: join(folder, 'none.log'),
    },
    {
      record: { add: () => {}, remove: () => {} },
      say: () => {},
      onGivenUp: () => {},
      readyTimeoutMs: 10_000,
      graceMs: 1_000,
      pause: async () => {},
    },
  );
  await expect(fake.ready).rejects.toThrow('ENOENT');
});

test('kills what does not want to end, and its children with it', async () => {
  const child =
    "require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])";
  const tell = "require('fs').writeFileSync(process.env.COUNT, String(child.pid));";
  const fake = run(
    `process.on('SIGTERM', () => {}); const child = ${child}; ${tell}${becomeReady}${stay}`,
    100,
  );
  await fake.ready;
  const childPid = Number(await readFile(join(folder, 'count'), 'utf8'));
  await fake.stop();
  expect(said).toEqual(['fake did not end in time and was killed.']);
  expect(await isAlive(last())).toBe(false);
  await waitFor(() => {
    try {
      return process.kill(childPid, 0) && false;
    } catch {
      return true;
    }
  });
});

test('a stop in the middle of starting leaves nothing behind', async () => {
  const fake = run(stay);
  await fake.stop();
  await expect(fake.ready).rejects.toThrow('was stopped');
  for (const one of started) expect(await isAlive(one)).toBe(false);
});
