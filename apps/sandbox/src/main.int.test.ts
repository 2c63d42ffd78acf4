import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { reservePort, waitFor } from '@parley/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newDatabase, PUBLISHABLE_KEY, SECRET_KEY } from '../test/start.ts';

let database: ReturnType<typeof newDatabase>;
beforeAll(async () => {
  database = newDatabase();
});
afterAll(async () => {
  await database?.drop();
});

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

const createEnvironment = (change: Record<string, string>) => ({
  PATH: process.env.PATH ?? '',
  SANDBOX_DATABASE_URL: database.url,
  SANDBOX_SECRET_KEY: SECRET_KEY,
  SANDBOX_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
  SANDBOX_PORT: '0',
  ...change,
});

function run(change: Record<string, string>) {
  const child = spawn(process.execPath, [MAIN], { env: createEnvironment(change) });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()));
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  return { child, output, exited };
}

it.each(['SIGTERM', 'SIGINT'] as const)(
  'the process logs one line when it listens and exits with 0 on %s',
  async (signal) => {
    const { child, output, exited } = run({});
    await waitFor(() => output.out.includes('\n'));
    const lines = output.out.trim().split('\n');
    expect(lines).toHaveLength(1);
    const { url, msg } = JSON.parse(lines[0] ?? '') as { url: string; msg: string };
    expect(msg).toBe('sandbox listening');
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    child.kill(signal);
    expect(await exited).toBe(0);
    expect(output.err).toBe('');
  },
);

it('the process reports a port that is in use and exits with 1', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { output, exited } = run({ SANDBOX_PORT: String(port) });
  expect(await exited).toBe(1);
  expect(output.err).toBe(
    `sandbox: port ${port} is already in use; set SANDBOX_PORT to a free one\n`,
  );
  other.close();
});

it('the process names invalid environment variables and exits with 1', async () => {
  const { output, exited } = run({ SANDBOX_SECRET_KEY: 'nonsense', SANDBOX_PUBLIC_URL: 'nowhere' });
  expect(await exited).toBe(1);
  expect(output.err).toMatch(
    /^sandbox: invalid environment variables, .*\n {2}SANDBOX_PUBLIC_URL: .*\n {2}SANDBOX_SECRET_KEY: .*\n$/,
  );
});

// Only Linux has a device that is always full.
it.skipIf(!existsSync('/dev/full'))(
  'the process continues with its log on a full disk',
  async () => {
    const port = await reservePort();
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [MAIN], {
      env: createEnvironment({ SANDBOX_PORT: String(port) }),
      stdio: ['ignore', full, 'inherit'],
    });
    closeSync(full);
    const exited = once(child, 'exit');
    await waitFor(
      async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok,
    );
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  },
);
