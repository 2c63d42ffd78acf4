import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface DocsServerOptions {
  /** The folder with the built site. */
  readonly folder: string;
  /** The origin of the API to which pages may send requests. Undefined: they may not. */
  readonly apiUrl?: string | undefined;
  /** The public origin of the site. */
  readonly origin: string;
  /** The URL that pages show instead of an origin of the default installation. */
  readonly publicUrls?: ReadonlyMap<string, string>;
}

interface StoredFile {
  readonly type: string;
  readonly etag: string;
  readonly body: Buffer;
  readonly compressed: Buffer | undefined;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.tgz': 'application/gzip',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

function readStoredFile(path: string, publicUrls: ReadonlyMap<string, string>): StoredFile {
  const stored = readFileSync(path);
  const text = /\.(html|md|txt)$/.test(path) ? stored.toString() : '';
  const shown = text.replaceAll(/http:\/\/localhost:\d+/g, (url) => publicUrls.get(url) ?? url);
  const body = shown === text ? stored : Buffer.from(shown);
  const readCompressed = () => (body === stored ? readFileSync(`${path}.gz`) : gzipSync(body));
  return {
    type: types[extname(path)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    body,
    compressed: existsSync(`${path}.gz`) ? readCompressed() : undefined,
  };
}

/** All files by their paths, about 16 MB: no request opens a file. A page has the path of its folder. */
function readFiles(
  folder: string,
  publicUrls: ReadonlyMap<string, string>,
): ReadonlyMap<string, StoredFile> {
  const names = globSync('**/*', { cwd: folder }).map((name) => name.replaceAll('\\', '/'));
  const files = names.filter(
    (name) => !name.endsWith('.gz') && statSync(join(folder, name)).isFile(),
  );
  return new Map(
    files.map((name) => [
      `/${name.replace(/(^|\/)index\.html$/, '$1')}`,
      readStoredFile(join(folder, name), publicUrls),
    ]),
  );
}

/** The hashes of the inline scripts of all pages, for their policy. */
function hashScripts(files: ReadonlyMap<string, StoredFile>): readonly string[] {
  const hashes = new Set<string>();
  for (const { type, body } of files.values()) {
    if (type !== types['.html']) continue;
    const scripts = body.toString().matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g);
    for (const [, script = ''] of scripts) {
      hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    }
  }
  return [...hashes];
}

function pageHeaders(files: ReadonlyMap<string, StoredFile>, origin: string) {
  const policy = [
    "default-src 'none'",
    // The search index runs as WebAssembly.
    `script-src 'self' 'wasm-unsafe-eval' ${hashScripts(files).join(' ')}`,
    // The colors of code are style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    ...(origin.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
}

const API_PREFIX = '/api';
const MAX_FORWARDED_BYTES = 256 * 1024;
const FORWARD_TIMEOUT_MS = 30_000;
const forwardedHeaders = ['authorization', 'content-type', 'idempotency-key'];
const returnedHeaders = ['content-type', 'idempotent-replayed', 'retry-after', 'x-request-id'];

/** Reads a body of up to 256 KiB; null for a larger one. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_FORWARDED_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Sends a request to the API and its response back. The API accepts no key from pages of other origins. */
async function forward(target: URL, request: IncomingMessage, response: ServerResponse) {
  const body = await readBody(request);
  if (body === null) return sendText(response, 413, 'The body is larger than 256 KiB.');
  const left = new AbortController();
  response.once('close', () => left.abort());
  const headers = forwardedHeaders.flatMap((name) => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  const result = await fetch(target, {
    method: request.method ?? 'GET',
    headers,
    redirect: 'manual',
    signal: AbortSignal.any([left.signal, AbortSignal.timeout(FORWARD_TIMEOUT_MS)]),
    ...(body.length === 0 ? {} : { body }),
  });
  for (const name of returnedHeaders) {
    const value = result.headers.get(name);
    if (value !== null) response.setHeader(name, value);
  }
  response.writeHead(result.status).end(Buffer.from(await result.arrayBuffer()));
}

function sendText(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return;
  // What is left of a refused body is not read.
  const connection = status === 413 ? { connection: 'close' } : {};
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...connection });
  response.end(`${message}\n`);
}

function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: StoredFile,
  status = 200,
) {
  const isHashed = request.url?.startsWith('/_astro/') && status === 200;
  response.setHeader('content-type', file.type);
  response.setHeader('vary', 'accept-encoding');
  response.setHeader('etag', file.etag);
  response.setHeader(
    'cache-control',
    isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  );
  if (status === 200 && request.headers['if-none-match'] === file.etag) {
    response.writeHead(304).end();
    return;
  }
  const acceptsGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const body = acceptsGzip && file.compressed ? file.compressed : file.body;
  if (body === file.compressed) response.setHeader('content-encoding', 'gzip');
  response.writeHead(status, { 'content-length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** The server of the built site. It also responds to `/healthz`. */
export function createDocsServer({
  folder,
  apiUrl,
  origin,
  publicUrls = new Map(),
}: DocsServerOptions): Server {
  const files = readFiles(folder, publicUrls);
  const headers = pageHeaders(files, origin);
  const notFound = files.get('/404.html');
  if (!notFound) throw new Error(`${folder} has no site: run npm run build:product.`);
  return createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const [path = '', query] = (request.url ?? '').split('?');
    if (apiUrl !== undefined && path.startsWith(`${API_PREFIX}/`)) {
      const target = new URL(path.slice(API_PREFIX.length) + (query ? `?${query}` : ''), apiUrl);
      if (target.origin === new URL(apiUrl).origin && target.pathname.startsWith('/v1/')) {
        forward(target, request, response).catch(() =>
          sendText(response, 502, 'The API does not respond.'),
        );
        return;
      }
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return sendText(response, 405, 'Use GET.');
    }
    if (path === '/healthz') return sendText(response, 200, 'ok');
    const redirect = path === '/' ? '/quickstart/' : files.has(`${path}/`) ? `${path}/` : undefined;
    if (redirect !== undefined) {
      response.writeHead(302, { location: redirect }).end();
      return;
    }
    const file = files.get(path);
    return file ? sendFile(request, response, file) : sendFile(request, response, notFound, 404);
  });
}
