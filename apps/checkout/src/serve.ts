import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { requireEnvironment } from '@parley/environment';
import Fastify, { type FastifyRequest } from 'fastify';
import * as events from './app/[session_id]/events/route.ts';
import * as receipt from './app/[session_id]/receipt/route.ts';
import * as session from './app/[session_id]/route.ts';
import * as healthz from './app/healthz/route.ts';
import * as logo from './app/logos/[hash]/route.ts';
import * as readyz from './app/readyz/route.ts';
import * as root from './app/route.ts';
import * as rpc from './app/rpc/[trpc]/route.ts';
import { appContext } from './app-context.ts';
import { environment } from './env.ts';

// Serves the payer page without Next.js, whose server cannot be bundled: on one machine, for tests. In production the
// server of Next.js is behind `guardServer` (instrumentation.ts).

type Handler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response> | Response;
type Method = 'GET' | 'HEAD' | 'POST';

const routes: Readonly<Record<string, { readonly [name in Method]?: Handler }>> = {
  '/': root,
  '/healthz': healthz,
  '/readyz': readyz,
  '/rpc/:trpc': rpc,
  '/logos/:hash': logo,
  '/:session_id': session,
  '/:session_id/events': events,
  '/:session_id/receipt': receipt,
};

const env = requireEnvironment('checkout', environment);
const app = Fastify({ exposeHeadRoutes: false, forceCloseConnections: true });
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

function toRequest({ method, url, headers, body }: FastifyRequest): Request {
  const pairs = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return new Request(new URL(url, env.CHECKOUT_URL), {
    method,
    headers: pairs as [string, string][],
    ...(Buffer.isBuffer(body) && { body: Uint8Array.from(body) }),
  });
}

for (const [url, handlers] of Object.entries(routes)) {
  for (const method of ['GET', 'HEAD', 'POST'] as const) {
    const handle = handlers[method];
    if (!handle) continue;
    app.route<{ Params: Record<string, string> }>({
      method,
      url,
      handler: (request) => handle(toRequest(request), { params: Promise.resolve(request.params) }),
    });
  }
}

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
};
const publicFolder = join(import.meta.dirname, '../public');
for (const entry of readdirSync(publicFolder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const file = join(entry.parentPath, entry.name);
  const content = readFileSync(file);
  app.get(file.slice(publicFolder.length), (_request, reply) =>
    reply
      .type(contentTypes[extname(file)] ?? 'application/octet-stream')
      // Pages of merchants load the embedding script.
      .headers({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(content),
  );
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    await app.close();
    await appContext().deps.database.close();
    process.exit(0);
  });
}
await app.listen({ host: env.CHECKOUT_HOST, port: env.CHECKOUT_PORT });
