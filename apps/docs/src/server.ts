import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import sirv from 'sirv';

interface DocsServerOptions {
  /** The folder with the built site. */
  readonly folder: string;
  /** The origin of the API to which pages may send requests. Undefined: they may not. */
  readonly apiUrl?: string | undefined;
  /** The public origin of the site. */
  readonly origin: string;
}

/** The hashes of the inline scripts of all pages, for their policy. */
function hashScripts(folder: string): readonly string[] {
  const hashes = new Set<string>();
  for (const file of globSync('**/*.html', { cwd: folder })) {
    const html = readFileSync(join(folder, file), 'utf8');
    for (const [, script = ''] of html.matchAll(
      /<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g,
    )) {
      hashes.add(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    }
  }
  return [...hashes];
}

function pageHeaders({ folder, origin }: DocsServerOptions): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    // The search index runs as WebAssembly.
    `script-src 'self' 'wasm-unsafe-eval' ${hashScripts(folder).join(' ')}`,
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

const API_PREFIX = '/api/';
const MAX_FORWARDED_BYTES = 256 * 1024;
const FORWARD_TIMEOUT_MS = 30_000;
const forwardedHeaders = ['authorization', 'content-type', 'idempotency-key'];
const returnedHeaders = ['content-type', 'idempotent-replayed', 'retry-after', 'x-request-id'];

/** Sends a request to the API and its response back. The API accepts no key from pages of other origins. */
async function forward(apiUrl: string, request: IncomingMessage, response: ServerResponse) {
  if (Number(request.headers['content-length'] ?? 0) > MAX_FORWARDED_BYTES) {
    response.writeHead(413, { connection: 'close' }).end('The body is larger than 256 KiB.\n');
    return;
  }
  const body = await text(request);
  const headers = forwardedHeaders.flatMap((name) => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  const path = (request.url ?? '').slice(API_PREFIX.length - 1);
  const result = await fetch(new URL(path, apiUrl), {
    method: request.method ?? 'GET',
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(FORWARD_TIMEOUT_MS),
    ...(body === '' ? {} : { body }),
  });
  for (const name of returnedHeaders) {
    const value = result.headers.get(name);
    if (value !== null) response.setHeader(name, value);
  }
  response.writeHead(result.status).end(Buffer.from(await result.arrayBuffer()));
}

const sendText = (response: ServerResponse, status: number, message: string): void => {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${message}\n`);
};

/** The server of the built site. It also responds to `/healthz`. */
export function createDocsServer(options: DocsServerOptions): Server {
  const { folder, apiUrl } = options;
  const headers = pageHeaders(options);
  const notFound = readFileSync(join(folder, '404.html'));
  const serveFile = sirv(folder, {
    gzip: true,
    etag: true,
    setHeaders(response, path) {
      const isHashed = path.startsWith('/_astro/');
      response.setHeader(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
    },
  });
  return createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (request.url === '/healthz') return sendText(response, 200, 'ok');
    if (request.url === '/') {
      response.writeHead(302, { location: '/quickstart/' }).end();
      return;
    }
    if (apiUrl !== undefined && request.url?.startsWith(`${API_PREFIX}v1/`)) {
      forward(apiUrl, request, response).catch(() =>
        sendText(response, 502, 'The API does not respond.'),
      );
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return sendText(response, 405, 'Use GET.');
    }
    serveFile(request, response, () => {
      response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' });
      response.end(request.method === 'HEAD' ? undefined : notFound);
    });
  });
}
