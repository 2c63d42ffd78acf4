import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import { demo } from './demo.ts';

const MAX_BYTES = 384 * 1024;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Paths of every route, page and public file of an app, and of what the framework serves. */
function listPaths(app: string): string[] {
  const read = (folder: string) =>
    readdirSync(join(import.meta.dirname, '..', 'apps', app, folder), {
      recursive: true,
      encoding: 'utf8',
      withFileTypes: true,
    }).map((entry) => ({
      entry,
      path: join(entry.parentPath, entry.name).split(join('apps', app, folder))[1] ?? '',
    }));
  const routes = read('src/app')
    .filter(({ path }) => /^(page\.tsx|route\.ts)$/.test(basename(path)))
    .map(({ path }) => dirname(path).replaceAll(/\/\([^)]*\)/g, ''));
  const files = app === 'checkout' ? read('public').filter(({ entry }) => entry.isFile()) : [];
  const framework = ['/_next/static/x.js', '/_next/image?url=%2Ficon.svg&w=64&q=75', '/_next/x'];
  const encoded = ['/%41', '/%zz', '/sign-in%2F', '/rpc/open%50age'];
  const paths = [...routes, ...files.map(({ path }) => path), ...framework, ...encoded];
  return [...new Set(paths.map((path) => path.replaceAll(/\[[^\]]*\]/g, 'x')))];
}

const apps = [
  ['dashboard', demo.dashboard_url],
  ['checkout', demo.checkout_url],
] as const;

for (const [app, origin] of apps) {
  const paths = listPaths(app);

  test(`no route of the ${app} accepts more than 384 KiB, by any method`, async () => {
    expect(paths.length).toBeGreaterThan(10);
    const readStatus = async (path: string, method: string, declared: boolean) => {
      const length = { 'content-length': MAX_BYTES + 1 };
      const chunked = { 'transfer-encoding': 'chunked' };
      const headers = declared ? length : chunked;
      const sent = request(`${origin}${path}`, { method, headers, agent: false });
      sent.on('error', () => {});
      if (declared) sent.flushHeaders();
      else sent.end(Buffer.alloc(MAX_BYTES + 1));
      const [response]: IncomingMessage[] = await once(sent, 'response');
      sent.destroy();
      return `${method} ${path} ${response?.statusCode}`;
    };
    for (const path of paths) {
      for (const declared of [true, false]) {
        const statuses = METHODS.map((method) => readStatus(path, method, declared));
        expect(await Promise.all(statuses)).toEqual(METHODS.map((one) => `${one} ${path} 413`));
      }
    }
  });

  test(`every route and file of the ${app} has a policy and its own content type`, async ({
    request: client,
    page,
  }) => {
    const pages = { dashboard: '/sign-in', checkout: '/x?pk=x' };
    const assets = new Set<string>();
    page.on('response', (response) => assets.add(response.url()));
    await page.goto(`${origin}${pages[app]}`, { waitUntil: 'networkidle' });
    if (app === 'dashboard') expect(assets.size).toBeGreaterThan(3);
    for (const url of [...assets, ...paths.map((path) => `${origin}${path}`)]) {
      const response = await client.get(url, { maxRedirects: 0 });
      const policy = {
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      };
      expect(response.headers(), url).toMatchObject({
        'x-content-type-options': 'nosniff',
        ...(response.headers().location ? {} : policy),
      });
    }
    const image = await client.get(`${origin}/_next/image?url=%2Ficon.svg&w=64&q=75`);
    expect(image.status()).toBe(404);
  });
}

test('no route waits longer than 10 seconds for a body', async () => {
  const statuses = apps.flatMap(([app, origin]) => {
    const { hostname, port } = new URL(origin);
    return listPaths(app).map(async (path) => {
      const socket = connect(Number(port), hostname);
      socket.write(`POST ${path} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-length: 2\r\n\r\nx`);
      return `${app}${path} ${(await text(socket)).slice(9, 12)}`;
    });
  });
  const expected = apps.flatMap(([app]) => listPaths(app).map((path) => `${app}${path} 408`));
  expect(await Promise.all(statuses)).toEqual(expected);
});
