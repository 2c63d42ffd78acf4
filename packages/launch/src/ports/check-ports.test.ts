import { createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../free-port.ts';
import { portProblems } from './check-ports.ts';

let server: Server | undefined;
afterEach(
  () => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())),
);

function hold(port: number, host: string): Promise<void> {
  server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, resolve);
  return promise;
}

test('a free port is no problem', async () => {
  expect(await portProblems({ api: await freePort() }, '127.0.0.1')).toEqual([]);
});

test.for(['127.0.0.1', '0.0.0.0'])(
  'a port held on %s: who, and how to take another',
  async (host) => {
    const port = await freePort();
    await hold(port, host);
    const [line, ...more] = await portProblems({ api: port }, '127.0.0.1');
    expect(more).toEqual([]);
    expect(line).toMatch(new RegExp(`^Port ${port} for the API is held by .+ Stop that`));
    expect(line).toContain('API_PORT=');
    if (process.platform === 'linux') expect(line).toContain(`(pid ${process.pid})`);
  },
);
