import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { refuseUnknownMethods } from './http-methods.ts';

const server = createServer(({ method }, response) => {
  response.end(method);
});
afterAll(() => server.close());

async function send(method: string): Promise<[number | undefined, string | undefined]> {
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, method }).end();
  const [response] = await once(sent, 'response');
  response.resume();
  return [response.statusCode, response.headers.allow];
}

test('a framework receives no request with a method that it may not support', async () => {
  refuseUnknownMethods('https://pay.example', ['GET', 'POST']);
  await once(server.listen(0), 'listening');
  // The first request of a server, too.
  for (const method of ['TRACE', 'PROPFIND']) {
    expect(await send(method)).toEqual([405, 'GET, POST']);
  }
  expect(await send('DELETE')).toEqual([200, undefined]);
});
