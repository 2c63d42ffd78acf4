import { createServer, type Server } from 'node:http';
import type { Database } from '@parley/db';
import { canReadMetrics, type Metrics } from '@parley/telemetry';

/** A server for /healthz, /readyz and /metrics. It is not ready once the signal aborts. */
export function createHealthServer(
  database: Database,
  signal: AbortSignal,
  { metrics, token }: { metrics: Metrics; token: string | null },
): Server {
  return createServer((request, response) => {
    const respond = (status: number, body: string): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status: body }));
    };
    if (request.url === '/healthz') return respond(200, 'ok');
    if (request.url === '/metrics' && canReadMetrics(token, request.headers.authorization)) {
      metrics.page().then(
        ({ contentType, text }) => {
          response.writeHead(200, { 'content-type': contentType });
          response.end(text);
        },
        () => respond(503, 'metrics unavailable'),
      );
      return;
    }
    if (request.url !== '/readyz') return respond(404, 'not found');
    if (signal.aborted) return respond(503, 'draining');
    database.ping().then(
      () => respond(200, 'ready'),
      () => respond(503, 'database unavailable'),
    );
  });
}
