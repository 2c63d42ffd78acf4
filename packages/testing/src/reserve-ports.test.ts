import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it, vi } from 'vitest';
import { reservePort } from './reserve-ports.ts';

const { suggested } = vi.hoisted(() => ({ suggested: [] as number[] }));
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  const randomInt = (min: number, max: number) => suggested.shift() ?? crypto.randomInt(min, max);
  return { ...crypto, randomInt };
});

it('gives no port that this process, another process or a server has', async () => {
  const own = await reservePort();
  const script = `const { reservePort } = await import(process.argv[1]);
    console.log(await reservePort());
    process.stdin.resume();`;
  const module = new URL('./reserve-ports.ts', import.meta.url).href;
  const other = spawn(process.execPath, ['--input-type=module', '--eval', script, module]);
  const [line] = await once(other.stdout, 'data');
  const foreign = Number(line);

  suggested.push(own, foreign);
  expect([own, foreign]).not.toContain(await reservePort());
  expect(suggested).toEqual([]);

  other.stdin.end();
  await once(other, 'exit');
  const server = createServer().listen(foreign, '127.0.0.1');
  await once(server, 'listening');
  suggested.push(foreign);
  expect(await reservePort()).not.toBe(foreign);

  server.close();
  await once(server, 'close');
  suggested.push(foreign);
  expect(await reservePort()).toBe(foreign);
});
