import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { startServer } from '@parley/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { guardServer, LOCAL_HEADER } from './server-front.ts';

const MAX_BYTES = 384 * 1024;

/** The requests that the framework received, and how it serves them. */
const served: string[] = [];
let serve: (request: IncomingMessage, response: ServerResponse) => unknown;
let peer: string | undefined;
const server = createServer((request, response) => {
  served.push(`${request.method} ${request.url}`);
  void serve(request, response);
});
server.on('upgrade', (_request, socket) =>
  socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
);
server.on('connection', (socket) => {
  if (peer) Object.defineProperty(socket, 'remoteAddress', { value: peer });
});
guardServer({
  origin: 'https://pay.example',
  methods: ['GET', 'POST'],
  trustedProxies: undefined,
  upgrades: false,
  heldBodies: { max: 4, maxPerAddress: 3 },
  responseTimeoutMs: 60_000,
  turns: {
    getSender: ({ headers }) => /^session=(known.*)/.exec(headers.cookie ?? '')?.[1],
    known: { maxConcurrent: 4 },
    anonymous: { perNetwork: { perSecond: 0.001, burst: 50 }, maxConcurrent: 4 },
  },
});
const { port, stop } = await startServer(server);
afterAll(stop);
beforeEach(() => {
  served.length = 0;
  peer = undefined;
  serve = (_request, response) => response.end('ok');
});

async function send(
  method: string,
  headers: Record<string, string> = {},
  body?: Buffer,
  path = '/',
) {
  const sent = request({ port, method, headers, path, agent: false });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}

/** Sends bytes on a connection and returns everything that it receives until its end. */
async function sendRaw(...parts: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  for (const part of parts) socket.write(part);
  return text(socket);
}

test('a framework receives no request with a method that it may not support', async () => {
  // The first request of a server, too.
  for (const method of ['TRACE', 'PROPFIND']) {
    expect(await send(method)).toMatchObject({ status: 405, headers: { allow: 'GET, POST' } });
  }
  expect(served).toEqual([]);
  expect((await send('DELETE')).status).toBe(200);
});

test('a framework reads the address of the connection instead of forged headers', async () => {
  serve = ({ headers }, response) =>
    response.end(JSON.stringify([headers['x-forwarded-for'], headers[LOCAL_HEADER] ?? null]));
  const forged = { 'x-forwarded-for': '203.0.113.66', [LOCAL_HEADER]: '1', host: 'localhost' };
  const read = async (headers: Record<string, string>, from?: string) => {
    peer = from;
    return JSON.parse((await send('GET', headers)).text);
  };
  expect(await read({})).toEqual(['127.0.0.1', '1']);
  expect(await read({}, '::ffff:127.0.0.1')).toEqual(['::ffff:127.0.0.1', '1']);
  expect(await read(forged)).toEqual(['127.0.0.1', null]);
  expect(await read({ forwarded: 'for=203.0.113.66' })).toEqual(['127.0.0.1', null]);
  const local = { [LOCAL_HEADER]: '1', host: 'localhost' };
  expect(await read(local, '192.168.1.20')).toEqual(['192.168.1.20', null]);
});

test('a response has the policy of a file unless it has its own', async () => {
  const file = {
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'strict-transport-security': expect.any(String),
  };
  expect((await send('GET')).headers).toMatchObject(file);
  serve = (_request, response) =>
    response.writeHead(200, { 'Content-Security-Policy': "default-src 'self'" }).end();
  expect((await send('GET')).headers).toMatchObject({
    ...file,
    'content-security-policy': "default-src 'self'",
  });
  serve = (_request, response) => response.writeHead(303, { location: '/' }).end();
  const { headers } = await send('GET');
  expect(headers).toHaveProperty('strict-transport-security');
  expect(headers).not.toHaveProperty('content-security-policy');
});

test('a framework receives whole bodies of at most 384 KiB, and no others', async () => {
  serve = async (request, response) => response.end(await buffer(request));
  const largest = Buffer.alloc(MAX_BYTES, 'x');
  const echoed = await send('POST', { 'content-length': String(MAX_BYTES) }, largest);
  expect([echoed.status, echoed.text.length]).toEqual([200, MAX_BYTES]);

  const larger = Buffer.alloc(MAX_BYTES + 1);
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']) {
    served.length = 0;
    const declared = { 'content-length': String(larger.length) };
    expect((await send(method, declared, larger)).status, method).toBe(413);
    const chunked = { 'transfer-encoding': 'chunked' };
    expect((await send(method, chunked, larger)).status, method).toBe(413);
    expect(served).toEqual([]);
  }
});

test('a connection holds one limit, however many requests it sends at once', async () => {
  const waiting: ServerResponse[] = [];
  serve = (_request, response) => {
    waiting.push(response);
  };
  const post = (path: string, headers = '') =>
    `POST ${path} HTTP/1.1\r\nhost: x\r\n${headers}content-length: ${MAX_BYTES - 1}\r\n\r\n${'x'.repeat(MAX_BYTES - 1)}`;
  const received = sendRaw(post('/1'), post('/2', 'connection: close\r\n'));
  await expect.poll(() => waiting.length).toBe(1);
  const socket = waiting[0]?.req.socket;
  await expect.poll(() => socket?.bytesRead).toBeGreaterThan(2 * MAX_BYTES - 2);
  waiting[0]?.end('first');
  const statuses = (await received).match(/(?<=HTTP\/1\.1 )\d+/g);
  expect([statuses, served]).toEqual([['200', '413'], ['POST /1']]);
  // What was held is released with the response.
  serve = (_request, response) => response.end();
  const one = post('/3');
  const next = post('/4', 'connection: close\r\n');
  const again = connect(port, '127.0.0.1');
  again.write(one);
  await once(again, 'data');
  again.write(next);
  expect(await text(again)).toContain('200 OK');
});

test('an address holds few bodies that have not arrived, and loses the oldest to a new one', async () => {
  const upload = (from: string) => {
    peer = from;
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes;
    });
    socket.write('POST /slow HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\nx');
    return { socket, received: () => received };
  };
  const uploads: ReturnType<typeof upload>[] = [];
  const statusAfter = async (from: string) => {
    const connected = once(server, 'connection');
    uploads.push(upload(from));
    await connected;
    // The next response shows that the server has read the others.
    await send('GET');
    return uploads.map(({ received }) => received().split(' ')[1] ?? '-').join(' ');
  };
  await statusAfter('198.51.100.1');
  for (const _ of [1, 2, 3]) await statusAfter('203.0.113.1');
  expect(await statusAfter('203.0.113.1')).toBe('- 408 - - -');
  expect(await statusAfter('192.0.2.1')).toBe('408 408 - - - -');
  expect(served).not.toContain('POST /slow');
  const last = uploads.at(-1);
  last?.socket.write('y');
  await expect.poll(() => last?.received()).toContain('200 OK');
  for (const { socket } of uploads) socket.destroy();
});

test('requests of unknown senders wait for each other, and others and files do not', async () => {
  const waiting: ServerResponse[] = [];
  serve = (_request, response) => {
    waiting.push(response);
  };
  peer = '203.0.113.10';
  const flood = Array.from({ length: 3 }, () => send('GET', { cookie: 'session=made-up' }));
  await expect.poll(() => waiting.length).toBe(2);
  peer = '203.0.113.11';
  flood.push(...[1, 2].map(() => send('GET')));
  await expect.poll(() => waiting.length).toBe(4);
  serve = (_request, response) => response.end('ok');
  expect((await send('GET', { cookie: 'session=known' })).status).toBe(200);
  expect((await send('GET', {}, undefined, '/_next/static/chunk.js?v=1')).status).toBe(200);
  expect((await send('GET', {}, undefined, '/healthz')).status).toBe(200);
  for (const response of waiting) response.end();
  const statuses = (await Promise.all(flood)).map(({ status }) => status);
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
});

test('a known sender has half of the slots, and the requests of others do not wait for its own', async () => {
  const waiting: ServerResponse[] = [];
  serve = (_request, response) => {
    waiting.push(response);
  };
  const flood = Array.from({ length: 10 }, () => send('GET', { cookie: 'session=known-1' }));
  await expect.poll(() => waiting.length).toBe(2);
  const others = [2, 3].map((of) => send('GET', { cookie: `session=known-${of}` }));
  await expect.poll(() => waiting.length).toBe(4);
  serve = (_request, response) => response.end('ok');
  for (const response of waiting) response.end();
  const statuses = (await Promise.all([...flood, ...others])).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('a client that reads nothing of its response occupies a slot for a second', async () => {
  serve = () => {};
  peer = '203.0.113.12';
  const slow = [1, 2].map(() => request({ port, agent: false }).on('error', () => {}));
  for (const sent of slow) sent.end();
  await expect.poll(() => served.length).toBe(2);
  serve = (_request, response) => response.end('ok');
  const start = performance.now();
  expect((await send('GET')).status).toBe(200);
  expect(performance.now() - start).toBeGreaterThan(500);
  for (const sent of slow) sent.destroy();
});

test('a connection on which a client reads nothing is closed', async () => {
  await send('GET', { cookie: 'session=known' });
  const { timeout } = server;
  expect(timeout).toBe(70_000);
  server.timeout = 100;
  serve = (_request, response) => response.end(Buffer.alloc(50_000_000));
  const closed = new Promise((resolve) => {
    server.once('connection', (socket) => socket.once('close', resolve));
  });
  const stalled = connect(port, '127.0.0.1').pause();
  stalled.write('GET / HTTP/1.1\r\nhost: x\r\ncookie: session=known\r\n\r\n');
  await closed;
  server.timeout = timeout;
  stalled.destroy();
});

test('a network of unknown senders has a rate, also for paths that look like files', async () => {
  peer = '203.0.113.13';
  const statuses = new Set<number | undefined>();
  for (let sent = 0; sent < 50; sent++) statuses.add((await send('GET')).status);
  expect([...statuses]).toEqual([200]);
  const paths = [
    '/sign-in',
    '/_next/static/../sign-in',
    '/_next/static/%2E%2e/sign-in',
    '/healthz/x',
  ];
  for (const path of paths) {
    const refused = await send('GET', { cookie: 'session=made-up' }, undefined, path);
    expect([path, refused.status]).toEqual([path, 429]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  }
  expect((await send('GET', { cookie: 'session=known' })).status).toBe(200);
});

test('a request for an upgrade is served as one for the resource', async () => {
  const upgrade = 'upgrade: websocket\r\nconnection: upgrade, close\r\n\r\n';
  expect(await sendRaw(`GET /ws HTTP/1.1\r\nhost: x\r\n${upgrade}`)).toContain('200 OK');
});
