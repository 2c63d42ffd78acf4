import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { expect, it } from 'vitest';

const logger = new URL('./logger.ts', import.meta.url).href;
const logsAndExits = `
  import { createLogger } from ${JSON.stringify(logger)};
  const logger = createLogger({ name: 'api', level: 'info' });
  process.on('SIGTERM', () => {
    logger.info({ msg: 'draining' });
    logger.info({ msg: 'stopped' });
    process.exit(0);
  });
  setInterval(() => {}, 1000);
  logger.info({ msg: 'started' });
`;

function start() {
  return spawn(process.execPath, ['--input-type=module', '--eval', logsAndExits], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Logs on a full disk, and exits by itself. */
const logsOften = `
  import { createLogger } from ${JSON.stringify(logger)};
  const logger = createLogger({ name: 'api', level: 'info' });
  for (let turn = 0; turn < 10; turn++) {
    logger.info({ msg: 'request' });
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
`;

it('writes the lines that are logged just before the exit', async () => {
  const child = start();
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  await once(child, 'close');
  const messages = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).msg);
  expect(messages).toEqual(['started', 'draining', 'stopped']);
}, 30_000);

it('lets the process exit when nothing reads its output any more', async () => {
  const child = start();
  await once(child.stdout, 'data');
  child.stdout.destroy();
  await once(child.stdout, 'close');
  child.kill('SIGTERM');
  const exited = once(child, 'exit');
  const timeout = setTimeout(() => child.kill('SIGKILL'), 20_000);
  expect(await exited).toEqual([0, null]);
  clearTimeout(timeout);
}, 30_000);

// Only Linux has a device that is always full.
it.skipIf(!existsSync('/dev/full'))(
  'continues when its log is on a full disk',
  async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, ['--input-type=module', '--eval', logsOften], {
      stdio: ['ignore', full, 'inherit'],
    });
    closeSync(full);
    expect(await once(child, 'exit')).toEqual([0, null]);
  },
  30_000,
);
