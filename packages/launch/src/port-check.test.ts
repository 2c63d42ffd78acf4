import { createServer, type Server } from 'node:net';
import { reservePort } from '@parley/testing/ports';
import { afterEach, expect, test } from 'vitest';
import { findPortProblems } from './port-check.ts';

let server: Server | undefined;
afterEach(
  () => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())),
);

function listen(port: number, host: string): Promise<void> {
  server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, resolve);
  return promise;
}

test('reports nothing for a free port', async () => {
  expect(await findPortProblems({ api: await reservePort() }, '127.0.0.1')).toEqual([]);
});

test.for(['127.0.0.1', '0.0.0.0'])(
  'reports a port in use on %s and the variable that changes the port',
  async (host) => {
    const port = await reservePort();
    await listen(port, host);
    const [line, ...more] = await findPortProblems({ api: port }, '127.0.0.1');
    expect(more).toEqual([]);
    expect(line).toMatch(new RegExp(`^Port ${port} for the API is in use by .+ Stop that`));
    expect(line).toContain('API_PORT=');
  },
);
