import { createServer, type Server } from 'node:http';
import type { Database } from '@parley/db';
import { dataResponseHeaders } from '@parley/runtime/security-headers';
import { canReadMetrics, type Metrics } from '@parley/telemetry';

const headers = { 'content-type': 'application/json', ...dataResponseHeaders('') };

/**
 * A server for /healthz, /readyz and /metrics. It is not ready once the signal aborts.
 * @param served the metrics with the bearer token that protects them; null serves none
 */
export function createHealthServer(
  database: Database,
  signal: AbortSignal,
  served: { readonly metrics: Metrics; readonly token: string | null } | null,
): Server {
  return createServer((request, response) => {
    const respond = (status: number, body: string): void => {
      response.writeHead(status, headers);
      response.end(JSON.stringify({ status: body }));
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      return respond(405, 'method not allowed');
    }
    if (request.url === '/healthz') return respond(200, 'ok');
    if (
      request.url === '/metrics' &&
      served !== null &&
      canReadMetrics(served.token, request.headers.authorization)
    ) {
      served.metrics.page().then(
        ({ contentType, text }) => {
          response.writeHead(200, { ...headers, 'content-type': contentType });
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
