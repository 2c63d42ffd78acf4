import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

it('lets the process exit when nothing reads its output any more', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', logsAndExits], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.stdout.destroy();
  await once(child.stdout, 'close');
  child.kill('SIGTERM');
  const exited = once(child, 'exit');
  const timeout = setTimeout(() => child.kill('SIGKILL'), 20_000);
  expect(await exited).toEqual([0, null]);
  clearTimeout(timeout);
}, 30_000);
