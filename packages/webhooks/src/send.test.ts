import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MAX_RESPONSE_BYTES } from './exchange.ts';
import { createSender, type SenderOptions } from './send.ts';

/** A receiver on this machine, for one test. */
async function receiver(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

function senderWith(options: Partial<SenderOptions> = {}) {
  const sender = createSender({ allowLoopback: true, ...options });
  onTestFinished(() => sender.close());
  return sender;
}

const post = (url: string) => ({
  url,
  headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' },
  body: Buffer.from('{}'),
});

describe('sending', () => {
  it('posts the body and returns the response', async () => {
    let seen: unknown;
    const port = await receiver((request, response) => {
      request.on('data', (chunk: Buffer) => {
        seen = [request.method, request.url, request.headers['webhook-id'], chunk.toString()];
      });
      request.on('end', () => response.writeHead(429, { 'retry-after': '7' }).end('sl\0ow'));
    });
    const result = await senderWith().send(post(`http://127.0.0.1:${port}/hook?a=1`));
    expect(seen).toEqual(['POST', '/hook?a=1', 'evt_1', '{}']);
    expect(result).toEqual({
      kind: 'response',
      status: 429,
      body: 'slow',
      retryAfterSeconds: 7,
    });
  });

  it('does not follow redirects', async () => {
    const paths: (string | undefined)[] = [];
    const port = await receiver((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    const result = await senderWith().send(post(`http://127.0.0.1:${port}/`));
    expect(result).toMatchObject({ kind: 'response', status: 307 });
    expect(paths).toEqual(['/']);
  });

  it('returns the first 16 KiB of an endless response', async () => {
    const port = await receiver((_request, response) => {
      const more = () => {
        while (response.write('x'.repeat(1024)));
      };
      response.on('drain', more);
      more();
    });
    const result = await senderWith().send(post(`http://127.0.0.1:${port}/`));
    expect(result).toMatchObject({ status: 200, body: 'x'.repeat(MAX_RESPONSE_BYTES) });
  });
});

it('closes an idle connection that the receiver wants to keep for an hour', async () => {
  const closed = Promise.withResolvers<string>();
  const port = await receiver(({ socket }, response) => {
    socket.once('end', () => closed.resolve('by the sender'));
    socket.once('close', () => closed.resolve('by the receiver'));
    response.setHeader('keep-alive', 'timeout=3600').end();
  });
  const sender = senderWith({ idleMs: 20 });
  expect(await sender.send(post(`http://127.0.0.1:${port}/`))).toMatchObject({ status: 200 });
  expect(await closed.promise).toBe('by the sender');
});

describe('a slow receiver', () => {
  it('times out when it never responds', async () => {
    const port = await receiver(() => {});
    const result = await senderWith({ totalMs: 50 }).send(post(`http://127.0.0.1:${port}/`));
    expect(result).toEqual({ kind: 'failed', failure: 'timeout' });
  });

  it('times out when its name server does not respond', async () => {
    const sender = senderWith({
      connectMs: 50,
      totalMs: 5_000,
      resolve: () => new Promise(() => {}),
    });
    const result = await sender.send(post('https://slow.example/'));
    expect(result).toEqual({ kind: 'failed', failure: 'connect_timeout' });
  });
});

describe('an address that is not public', () => {
  const to =
    (...addresses: string[]) =>
    async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

  it.each([
    ['10.0.0.1'],
    ['93.184.215.14', '169.254.169.254'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::7f00:1'],
  ])('is rejected when a name resolves to it: %s', async (...addresses) => {
    const sender = senderWith({ allowLoopback: false, resolve: to(...addresses) });
    expect(await sender.send(post('https://shop.example/'))).toEqual({
      kind: 'failed',
      failure: 'address_refused',
    });
  });

  it.each(['https://127.0.0.1/', 'https://[::1]/', 'https://10.1.1.1/', 'http://shop.example/'])(
    'is rejected in the URL: %s',
    async (url) => {
      const sender = senderWith({ allowLoopback: false, resolve: to('93.184.215.14') });
      expect(await sender.send(post(url))).toEqual({ kind: 'failed', failure: 'url_refused' });
    },
  );

  it('is rejected when a name resolves to it for the next request', async () => {
    const names: string[] = [];
    const port = await receiver((_request, response) => {
      response.writeHead(200, { connection: 'close' }).end();
    });
    const resolved = [to('127.0.0.1'), to('10.0.0.1')];
    const sender = senderWith({
      resolve: async (name) => {
        names.push(name);
        return (resolved.shift() ?? to())();
      },
    });
    // TLS fails with a plain receiver; the failure shows that the connection was made.
    const url = `https://rebind.example:${port}/`;
    expect(await sender.send(post(url))).toEqual({ kind: 'failed', failure: 'tls_failed' });
    expect(await sender.send(post(url))).toEqual({ kind: 'failed', failure: 'address_refused' });
    expect(names).toEqual(['rebind.example', 'rebind.example']);
  });

  it('has no name', async () => {
    const sender = senderWith({ resolve: to() });
    expect(await sender.send(post('https://nobody.example/'))).toEqual({
      kind: 'failed',
      failure: 'name_unknown',
    });
  });
});
