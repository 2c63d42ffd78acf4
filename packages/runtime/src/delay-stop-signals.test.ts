import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';

let child: ChildProcess;
afterEach(() => {
  child.kill('SIGKILL');
});

/** A server whose framework closes it at SIGTERM and exits with 143, and whose readiness we report. */
const program = `
  const { createServer } = await import('node:http');
  const { delayStopSignals, isStopping } = await import(process.env.MODULE);
  const server = createServer((_request, response) => {
    response.setHeader('connection', 'close');
    response.end(String(isStopping()));
  });
  let stops = 0;
  process.on('SIGTERM', (signal) => {
    stops += 1;
    if (stops > 1 || signal !== 'SIGTERM') process.exit(1);
    server.close(() => setTimeout(() => process.exit(143), Number(process.env.CLOSE_MS)));
  });
  delayStopSignals(Number(process.env.GRACE_MS));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

async function start(graceMs: number, closeMs = 0): Promise<string> {
  child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: {
      ...process.env,
      MODULE: new URL('delay-stop-signals.ts', import.meta.url).href,
      GRACE_MS: String(graceMs),
      CLOSE_MS: String(closeMs),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout ?? child, 'data');
  return `http://127.0.0.1:${String(port).trim()}`;
}

test('a server reports that it leaves, and its framework stops it after the grace period', async () => {
  const url = await start(100_000);
  const read = async () => (await fetch(url)).text();
  expect(await read()).toBe('false');
  child.kill('SIGTERM');
  await expect.poll(read).toBe('true');
  const exited = once(child, 'exit');
  // A second signal ends the grace period.
  child.kill('SIGTERM');
  expect(await exited).toEqual([143, null]);
});

test('without a grace period the framework stops the server at once', async () => {
  await start(0);
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exited).toEqual([143, null]);
});

test('the framework receives one signal when the grace period ends after a second signal', async () => {
  const url = await start(1_000, 1_200);
  child.kill('SIGTERM');
  const exited = once(child, 'exit');
  await expect.poll(async () => (await fetch(url)).text()).toBe('true');
  child.kill('SIGTERM');
  expect(await exited).toEqual([143, null]);
});
