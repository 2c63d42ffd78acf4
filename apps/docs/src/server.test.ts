import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { createDocsServer } from './server.ts';

const folder = await mkdtemp(join(tmpdir(), 'parley-docs-'));
await mkdir(join(folder, 'guides'));
await writeFile(join(folder, '404.html'), '<h1>Not found</h1><script>let a = 1;</script>');
await writeFile(join(folder, 'guides/index.html'), '<h1>Guides</h1>');
await writeFile(join(folder, 'guides/index.html.gz'), gzipSync('<h1>Guides</h1>'));
await writeFile(join(folder, 'llms.txt'), 'text');
const example = 'curl http://localhost:4000/v1 | post http://localhost:4040/webhooks';
await writeFile(join(folder, 'example.md'), example);
await writeFile(join(folder, 'example.md.gz'), gzipSync(example));

const requests: string[] = [];
const api = createServer((request, response) => {
  requests.push(`${request.method} ${request.url} ${request.headers.authorization}`);
  request.resume();
  response.writeHead(201, { 'x-request-id': 'req_1', 'set-cookie': 'a=b' }).end('{}');
});

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const apiUrl = await listen(api);
const publicUrls = new Map([['http://localhost:4000', 'https://api.example']]);
const docs = createDocsServer({ folder, apiUrl, origin: 'https://docs.example', publicUrls });
const url = await listen(docs);
afterAll(async () => {
  for (const server of [docs, api]) server.close();
  await rm(folder, { recursive: true });
});

const get = (path: string, init: RequestInit = {}) =>
  fetch(url + path, { redirect: 'manual', ...init });

it.each([
  ['/', 302, '/quickstart/'],
  ['/guides', 302, '/guides/'],
  ['/guides/', 200, null],
  ['/guides/?utm=x', 200, null],
  ['/llms.txt', 200, null],
  ['/healthz?x', 200, null],
  ['/../package.json', 404, null],
  ['/%2e%2e/package.json', 404, null],
  ['//host/llms.txt', 404, null],
])('GET %s responds %i', async (path, status, location) => {
  const response = await get(path);
  expect([response.status, response.headers.get('location')]).toEqual([status, location]);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('content-security-policy')).toContain("'sha256-");
});

it('ignores ranges, and serves a compressed or unchanged file', async () => {
  expect((await get('/guides/', { headers: { range: 'bytes=10-5' } })).status).toBe(200);
  const page = await get('/guides/');
  expect([page.status, page.headers.get('content-encoding'), await page.text()]).toEqual([
    200,
    'gzip',
    '<h1>Guides</h1>',
  ]);
  const etag = page.headers.get('etag') ?? '';
  expect((await get('/guides/', { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await get('/guides/', { method: 'POST' })).status).toBe(405);
});

it.each(['gzip', 'identity'])(
  'shows the public URL of the API in a body of %s',
  async (encoding) => {
    const page = await get('/example.md', { headers: { 'accept-encoding': encoding } });
    expect(page.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null);
    const text = 'curl https://api.example/v1 | post http://localhost:4040/webhooks';
    expect(await page.text()).toBe(text);
    if (encoding === 'identity') {
      expect(page.headers.get('content-length')).toBe(String(text.length));
    }
  },
);

it('forwards requests to the operations of the API only, with a bounded body', async () => {
  const headers = { authorization: 'Bearer sk_test_1', cookie: 'secret=1' };
  const response = await get('/api/v1/events?limit=1', { headers });
  expect([response.status, response.headers.get('x-request-id')]).toEqual([201, 'req_1']);
  expect(response.headers.has('set-cookie')).toBe(false);
  expect(requests.splice(0)).toEqual(['GET /v1/events?limit=1 Bearer sk_test_1']);
  for (const path of ['/api/metrics', '/api/v1/%2e%2e/metrics', '/api//evil.example/v1/']) {
    expect((await get(path)).status, path).toBe(404);
  }
  const large = await get('/api/v1/events', { method: 'POST', body: 'x'.repeat(300_000) }).then(
    ({ status }) => status,
    // The connection may be closed while the body is sent.
    () => 413,
  );
  expect(large).toBe(413);
  expect(requests).toEqual([]);
});
