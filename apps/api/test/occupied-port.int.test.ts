import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';

const repository = join(import.meta.dirname, '../../..');
const other = createServer();
await once(other.listen(0, '127.0.0.1'), 'listening');
const { port } = other.address() as AddressInfo;
afterAll(() => void other.close());

const settings = {
  NODE_ENV: 'development',
  DATABASE_URL: 'postgresql://parley@127.0.0.1:1/parley',
  PARLEY_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
  BETTER_AUTH_SECRET: 'x'.repeat(32),
  MAIL_DIR: '/tmp',
  API_URL: 'http://localhost:4000',
  CHECKOUT_URL: 'http://localhost:3001',
  DASHBOARD_URL: 'http://localhost:3000',
};

/** Starts a process and returns its exit code and what it has printed. */
async function run(script: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [join(repository, script)], {
    env: { PATH: process.env.PATH, ...settings, ...env },
  });
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const [exitCode] = await once(child, 'exit');
  const [out, err] = await printed;
  return { exitCode, out, err };
}

it.each([
  ['api', 'apps/api/dist/main.js'],
  ['worker', 'apps/worker/dist/main.js'],
  ['dashboard', 'apps/dashboard/src/main.ts'],
  ['checkout', 'apps/checkout/src/main.ts'],
  ['docs', 'apps/docs/src/main.ts'],
])('%s names the variable of a port that is in use in one log line', async (name, script) => {
  const variable = `${name.toUpperCase()}_PORT`;
  const { exitCode, out, err } = await run(script, { [variable]: String(port) });
  expect([exitCode, err]).toEqual([1, '']);
  expect(JSON.parse(out)).toMatchObject({
    level: 50,
    name,
    port,
    msg: `${variable}: port ${port} of 127.0.0.1 is in use. Stop the process that uses it, or set another port.`,
  });
});

it('a process names the variable of an address that the machine does not have', async () => {
  const { exitCode, out } = await run('apps/docs/src/main.ts', { DOCS_HOST: '192.0.2.1' });
  expect(exitCode).toBe(1);
  expect(JSON.parse(out).msg).toBe(
    'DOCS_HOST: cannot listen on 192.0.2.1 (EADDRNOTAVAIL). Set an address of this machine.',
  );
});
