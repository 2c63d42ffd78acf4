import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { canReadMetrics, createWebReport, type ProcessTelemetry } from '@parley/telemetry';

/** The status of a request whose client left before the end of the response. */
const CLIENT_CLOSED_REQUEST = 499;

export interface RequestObserverOptions {
  readonly telemetry: ProcessTelemetry;
  /** The bearer token of /metrics; without one, that path is like any other. */
  readonly token: string | undefined;
  /** Returns the pattern of a path. */
  readonly getRoute: (path: string) => string;
}

/** Enters the trace of a request, for its work after the body has arrived. */
type EnterRequest = (work: () => void) => void;

/** Observes a request and serves it, unless it is one for the metrics. */
export type ObserveRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  serve: (enter: EnterRequest) => void,
) => void;

/**
 * Measures and traces the requests of a web app, and serves its metrics. A span contains no path, because
 * that has ids, keys and what people search for.
 * @returns undefined if the process has no metrics
 */
export function createRequestObserver({
  telemetry: { metrics, tracing },
  token,
  getRoute,
}: RequestObserverOptions): ObserveRequest | undefined {
  if (metrics === undefined) return undefined;
  const report = createWebReport(metrics.registry);
  return (request, response, serve) => {
    const { method = '', headers, url = '' } = request;
    const [path = ''] = url.split('?', 1);
    const isForMetrics = path === '/metrics' && token !== undefined;
    if (isForMetrics && canReadMetrics(token, headers.authorization)) {
      void metrics.page().then(
        ({ contentType, text }) => response.setHeader('content-type', contentType).end(text),
        () => response.writeHead(503).end(),
      );
      return;
    }
    const startedAt = performance.now();
    const route = getRoute(path);
    const span = isTraced(path) ? tracing?.startRequest(`${method} ${route}`, null, headers) : null;
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : CLIENT_CLOSED_REQUEST;
      if (!isEventStream(response)) {
        report.record(route, status, (performance.now() - startedAt) / 1_000);
      }
      const requestId = response.getHeader('x-request-id');
      span?.end(status, {
        'http.request.method': method,
        'http.route': route,
        ...(typeof requestId === 'string' ? { request_id: requestId } : {}),
      });
    });
    serve(span ? span.run : (work) => work());
  };
}

/** A stream lasts as long as its page is open, which says nothing about the service. */
const isEventStream = (response: ServerResponse): boolean =>
  `${response.getHeader('content-type')}`.startsWith('text/event-stream');

/** Files and the checks of load balancers would be most of the traces. */
const isTraced = (path: string): boolean => !/^\/(?:_next\/|(?:healthz|readyz)$)/.test(path);

interface RoutesManifest {
  readonly staticRoutes: readonly { readonly page: string; readonly regex: string }[];
  readonly dynamicRoutes: readonly { readonly page: string; readonly regex: string }[];
}

/**
 * Returns a function that finds the pattern of a path among the routes of a Next.js app, as it does itself. Without
 * the build, as in development, all paths are `other`.
 * @param folder the folder of the app; that in which Next.js starts by default
 */
export function readRoutes(folder: string = process.cwd()): (path: string) => string {
  let manifest: RoutesManifest = { staticRoutes: [], dynamicRoutes: [] };
  try {
    manifest = JSON.parse(readFileSync(join(folder, '.next/routes-manifest.json'), 'utf8'));
  } catch {
    // There is no build.
  }
  const routes = [...manifest.staticRoutes, ...manifest.dynamicRoutes].map(({ page, regex }) => ({
    page,
    pattern: new RegExp(regex),
  }));
  return (path) => {
    if (path.startsWith('/_next/')) return '/_next';
    return routes.find(({ pattern }) => pattern.test(path))?.page ?? 'other';
  };
}
