import { createServer, type Server } from 'node:http';
import type { Database } from '@parley/db';
import { canReadMetrics, type Metrics } from '@parley/telemetry';

/** Answers /healthz, /readyz and /metrics; not ready once it is told to stop. */
export function createHealthServer(
  database: Database,
  signal: AbortSignal,
  { metrics, token }: { metrics: Metrics; token: string | null },
): Server {
  return createServer((request, response) => {
    const answer = (status: number, body: string): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status: body }));
    };
    if (request.url === '/healthz') return answer(200, 'ok');
    if (request.url === '/metrics' && canReadMetrics(token, request.headers.authorization)) {
      metrics.page().then(
        ({ contentType, text }) => {
          response.writeHead(200, { 'content-type': contentType });
          response.end(text);
        },
        () => answer(503, 'metrics unavailable'),
      );
      return;
    }
    if (request.url !== '/readyz') return answer(404, 'not found');
    if (signal.aborted) return answer(503, 'draining');
    database.ping().then(
      () => answer(200, 'ready'),
      () => answer(503, 'database unavailable'),
    );
  });
}
